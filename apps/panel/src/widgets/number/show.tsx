import { useFormatter } from 'use-intl'
import type { ShowProps } from '../show-props.js'

/** A number. One that a double cannot hold arrives as text and is shown digit by digit. */
export function ShowNumber({ value, field }: ShowProps) {
  const format = useFormatter()
  if (field.isPrimaryKey) return <span className="truncate tabular-nums">{String(value)}</span>
  const text =
    typeof value === 'number' ? format.number(value, { maximumFractionDigits: 20 }) : String(value)
  return <span className="truncate tabular-nums">{text}</span>
}

export function ShowPercentage({ value, field }: ShowProps) {
  const format = useFormatter()
  if (typeof value !== 'number') return <span>{String(value)}</span>
  const isFraction = field.show.parameters?.isFraction === true
  const text = format.number(isFraction ? value : value / 100, {
    style: 'percent',
    maximumFractionDigits: 2,
  })
  return <span className="truncate tabular-nums">{text}</span>
}
