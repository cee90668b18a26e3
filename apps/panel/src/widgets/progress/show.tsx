import { useLocale } from 'use-intl'
import { formatPercentage } from '../../core/text/format-number.js'
import type { ShowProps } from '../show-props.js'
import { ShowText } from '../text/show.js'

/** How far something is, as a bar with the figure beside it. */
export function ShowProgress(props: ShowProps) {
  const language = useLocale()
  const { value, field } = props
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return <ShowText {...props} />
  const percent = field.show.parameters?.isFraction === true ? number * 100 : number
  const width = `${Math.min(Math.max(percent, 0), 100)}%`
  return (
    <span className="inline-flex w-full max-w-48 items-center gap-2">
      <span
        role="progressbar"
        aria-label={field.label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-line"
      >
        <span className="block h-full rounded-full bg-accent" style={{ width }} />
      </span>
      <span className="shrink-0 text-small tabular-nums">
        {formatPercentage(percent, false, language)}
      </span>
    </span>
  )
}
