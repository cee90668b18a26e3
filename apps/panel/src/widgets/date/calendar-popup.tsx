import { useLocale, useTranslations } from 'use-intl'
import type { DayParts } from '../../core/text/day-parts.js'
import { Button } from '../../ui/button.js'
import { Calendar } from '../../ui/calendar.js'
import type { PopupProps } from '../../ui/on-demand.js'
import { Popover } from '../../ui/popover.js'

interface CalendarPopupProps extends PopupProps {
  readonly label: string
  readonly value: DayParts | undefined
  readonly today: DayParts
  readonly min: DayParts | undefined
  readonly max: DayParts | undefined
  /** The name of the button that sets the value to this moment or this day. */
  readonly nowLabel: string
  readonly onNow: () => void
  readonly onChange: (day: DayParts) => void
}

export default function CalendarPopup(props: CalendarPopupProps) {
  const { trigger, label, value, today, min, max, nowLabel, onNow, onChange } = props
  const t = useTranslations('widgets')
  const language = useLocale()
  return (
    <Popover trigger={trigger} title={t('pickDay', { name: label })} isFitted>
      {close => (
        <>
          <Calendar
            label={t('pickDay', { name: label })}
            language={language}
            texts={{
              nextMonth: t('nextMonth'),
              previousMonth: t('previousMonth'),
              month: t('month'),
              year: t('year'),
            }}
            value={value}
            today={today}
            min={min}
            max={max}
            onChange={day => {
              onChange(day)
              close()
            }}
          />
          <div className="border-t border-line p-2">
            <Button
              look="ghost"
              onClick={() => {
                onNow()
                close()
              }}
            >
              {nowLabel}
            </Button>
          </div>
        </>
      )}
    </Popover>
  )
}
