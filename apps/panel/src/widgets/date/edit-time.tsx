import { Clock } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { readInput } from '../../core/forms/read-input.js'
import { formatTime } from '../../core/text/format-date.js'
import { readLocalTime } from '../../core/text/zone.js'
import { usePlace } from '../../data/place-context.js'
import { ControlButton } from '../../ui/control-box.js'
import type { EditProps } from '../edit-props.js'
import { TypedInput } from '../typed-input.js'
import { useTypedText } from '../use-typed-text.js'

/** A time of day, as people type it: `9`, `9:30`, `9pm`. */
export function EditTime(props: EditProps) {
  const { label, isDisabled, onChange } = props
  const { timezone } = usePlace()
  const t = useTranslations('widgets')
  const language = useLocale()
  const typed = useTypedText(
    props,
    value => formatTime(String(value)),
    text => {
      const read = readInput('Time', text, { now: new Date(), zone: timezone, language })
      return 'value' in read ? read : { problem: t('problems.time') }
    },
  )
  return (
    <TypedInput edit={props} typed={typed}>
      <ControlButton
        label={t('setNow', { name: label })}
        disabled={isDisabled}
        onClick={() => onChange(readClock(new Date(), timezone))}
      >
        <Clock size={14} aria-hidden="true" />
      </ControlButton>
    </TypedInput>
  )
}

function readClock(now: Date, zone: string): string {
  const { hour, minute } = readLocalTime(now, zone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
}
