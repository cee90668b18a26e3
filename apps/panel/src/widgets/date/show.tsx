import { useLocale } from 'use-intl'
import {
  formatDate,
  formatDay,
  formatRelative,
  formatTime,
  formatUtc,
} from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'
import type { ShowProps } from '../show-props.js'

/** A moment in the person's time zone, in UTC when the pointer rests on it. */
export function ShowDate({ value }: ShowProps) {
  const { timezone } = usePlace()
  const language = useLocale()
  const text = String(value)
  return (
    <time className="truncate tabular-nums" dateTime={text} data-tooltip={formatUtc(text)}>
      {formatDate(text, { zone: timezone, language })}
    </time>
  )
}

/** How long ago a moment was, the moment itself when the pointer rests on it. */
export function ShowRelativeDate({ value }: ShowProps) {
  const { timezone } = usePlace()
  const language = useLocale()
  const text = String(value)
  return (
    <time
      className="truncate"
      dateTime={text}
      data-tooltip={formatDate(text, { zone: timezone, language })}
    >
      {formatRelative(text, new Date(), language)}
    </time>
  )
}

/** A day belongs to no time zone. */
export function ShowDay({ value }: ShowProps) {
  const language = useLocale()
  const text = String(value)
  return (
    <time className="truncate tabular-nums" dateTime={text}>
      {formatDay(text, language)}
    </time>
  )
}

export function ShowTime({ value }: ShowProps) {
  return <span className="truncate tabular-nums">{formatTime(String(value))}</span>
}
