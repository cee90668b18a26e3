import { useLocale, useTranslations } from 'use-intl'
import { readDateRange } from '../../core/forms/date-range.js'
import { findDay, joinDay, splitDay } from '../../core/text/day-parts.js'
import { formatDay } from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'
import type { EditProps } from '../edit-props.js'
import { TypedInput } from '../typed-input.js'
import { useTypedText } from '../use-typed-text.js'
import { CalendarButton } from './calendar-button.js'
import { useReadDate } from './use-read-date.js'

/** A day, which belongs to no time zone. */
export function EditDay(props: EditProps) {
  const { label, value, isDisabled, onChange } = props
  const { timezone } = usePlace()
  const t = useTranslations('widgets')
  const language = useLocale()
  const range = readDateRange(props.widget)
  const read = useReadDate({
    type: 'Dateonly',
    zone: timezone,
    range,
    formatLimit: limit => formatDay(limit.slice(0, 10), language),
  })
  const typed = useTypedText(props, String, read)
  const today = findDay(new Date().toISOString(), timezone)!
  const shown = typeof value === 'string' ? value : undefined
  const isWords = shown !== undefined && typed.text !== shown
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TypedInput edit={props} typed={typed}>
        <CalendarButton
          isDisabled={isDisabled}
          label={label}
          value={shown === undefined ? undefined : splitDay(shown)}
          today={today}
          min={range.min === undefined ? undefined : splitDay(range.min.slice(0, 10))}
          max={range.max === undefined ? undefined : splitDay(range.max.slice(0, 10))}
          nowLabel={t('today')}
          onNow={() => onChange(joinDay(today))}
          onChange={day => onChange(joinDay(day))}
        />
      </TypedInput>
      {isWords ? <span className="text-small text-muted">{formatDay(shown, language)}</span> : null}
    </div>
  )
}
