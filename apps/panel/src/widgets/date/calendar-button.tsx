import { CalendarDays } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ControlButton } from '../../ui/control-box.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import type CalendarPopup from './calendar-popup.js'

const Popup = loadOnDemand('dialog', () => import('./calendar-popup.js'))

interface CalendarButtonProps extends Omit<ComponentProps<typeof CalendarPopup>, 'trigger'> {
  readonly isDisabled: boolean
}

/** Opens the calendar from which a day is picked. */
export function CalendarButton({ isDisabled, ...calendar }: CalendarButtonProps) {
  const t = useTranslations('widgets')
  return (
    <Popup
      {...calendar}
      trigger={
        <ControlButton label={t('openCalendar', { name: calendar.label })} disabled={isDisabled}>
          <CalendarDays size={14} aria-hidden="true" />
        </ControlButton>
      }
    />
  )
}
