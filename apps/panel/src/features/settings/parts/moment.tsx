import { useLocale } from 'use-intl'
import { formatDate, formatRelative } from '../../../core/text/format-date.js'
import { usePlace } from '../../../data/place-context.js'

interface MomentProps {
  readonly value: string | null
  /** Said in place of a moment that never was. */
  readonly none?: string
}

/** How far away a moment is; the pointer, or a screen reader, gets the date. */
export function Moment({ value, none = '–' }: MomentProps) {
  const language = useLocale()
  const { timezone } = usePlace()
  if (value === null) return <span className="text-muted">{none}</span>
  const date = formatDate(value, { zone: timezone, language })
  return (
    <time dateTime={value} data-tooltip={date} className="whitespace-nowrap">
      {formatRelative(value, new Date(), language)}
    </time>
  )
}
