import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { readDateRange } from '../../core/forms/date-range.js'
import { changeDay, findDay } from '../../core/text/day-parts.js'
import { formatDate, formatDateInput, formatUtc } from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'
import type { EditProps } from '../edit-props.js'
import { TypedInput } from '../typed-input.js'
import { useTypedText } from '../use-typed-text.js'
import { CalendarButton } from './calendar-button.js'
import { useReadDate } from './use-read-date.js'
import { ZoneSelect } from './zone-select.js'

/** A moment: typed or picked, in a zone that can be changed, with its UTC below. */
export function EditDate(props: EditProps) {
  const { label, value, isDisabled, onChange } = props
  const { timezone } = usePlace()
  const t = useTranslations('widgets')
  const language = useLocale()
  const [zone, setZone] = useState(timezone)
  const range = readDateRange(props.widget)
  const read = useReadDate({
    type: 'Date',
    zone,
    range,
    formatLimit: limit => formatDate(limit, { zone, language }),
  })
  const typed = useTypedText(props, each => formatDateInput(String(each), zone), read)
  const shown = typeof value === 'string' ? value : undefined
  const day = shown === undefined ? undefined : findDay(shown, zone)
  const isWords = shown !== undefined && typed.text !== formatDateInput(shown, zone)

  return (
    <div className="flex min-w-0 flex-col gap-1">
      <TypedInput edit={props} typed={typed}>
        <CalendarButton
          isDisabled={isDisabled}
          label={label}
          value={day}
          today={findDay(new Date().toISOString(), zone)!}
          min={range.min === undefined ? undefined : findDay(range.min, zone)}
          max={range.max === undefined ? undefined : findDay(range.max, zone)}
          nowLabel={t('now')}
          onNow={() => onChange(new Date().toISOString())}
          onChange={next => onChange(changeDay(day && shown, next, zone))}
        />
      </TypedInput>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-small text-muted">
        <ZoneSelect
          fieldLabel={label}
          zone={zone}
          usualZone={timezone}
          isDisabled={isDisabled}
          onChange={next => {
            typed.settle()
            setZone(next)
          }}
        />
        {day === undefined ? null : (
          <span className="tabular-nums">
            {[
              ...(isWords ? [formatDate(shown ?? '', { zone, language })] : []),
              ...(zone === 'UTC' ? [] : [formatUtc(shown ?? '')]),
            ].join(' · ')}
          </span>
        )}
      </div>
    </div>
  )
}
