import { useFormatter } from 'use-intl'
import type { ShowProps } from '../show-props.js'

/** A moment in the person's time zone, in UTC when the pointer rests on it. */
export function ShowDate({ value }: ShowProps) {
  const format = useFormatter()
  const date = readDate(value)
  if (!date) return <span className="truncate">{String(value)}</span>
  const text = format.dateTime(date, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <time
      className="truncate tabular-nums"
      dateTime={date.toISOString()}
      title={date.toISOString()}
    >
      {text}
    </time>
  )
}

/** A day belongs to no time zone. */
export function ShowDay({ value }: ShowProps) {
  const format = useFormatter()
  const date = readDate(value)
  if (!date) return <span className="truncate">{String(value)}</span>
  return (
    <time className="truncate tabular-nums" dateTime={String(value)}>
      {format.dateTime(date, { dateStyle: 'medium', timeZone: 'UTC' })}
    </time>
  )
}

/** Dates outside of the ordinary range arrive as other text and are shown as they are. */
function readDate(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}
