import { useTranslations } from 'use-intl'
import type { PopupProps } from '../ui/on-demand.js'
import { Popover } from '../ui/popover.js'

/** What a view as a role shows, and what stays the administrator's own. */
export default function RoleViewHelp({ trigger }: PopupProps) {
  const t = useTranslations('viewAs.help')
  return (
    <Popover trigger={trigger} title={t('title')}>
      {() => (
        <ul className="flex list-disc flex-col gap-2 pr-3 pb-3 pl-7">
          <li>{t('records')}</li>
          <li>{t('own')}</li>
          <li>{t('readOnly')}</li>
          <li>{t('logged')}</li>
        </ul>
      )}
    </Popover>
  )
}
