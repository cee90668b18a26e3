import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../data/place-context.js'
import { endSession } from '../data/service-api.js'
import { usePreferences } from '../data/use-preferences.js'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.js'
import type { PopupProps } from '../ui/on-demand.js'
import { formatUserName } from './format-user-name.js'

export default function AccountMenuPopup({ trigger }: PopupProps) {
  const t = useTranslations()
  const { user } = usePlace().boot
  const { preferences, change } = usePreferences()
  const name = formatUserName(user)
  return (
    <Menu align="end" trigger={trigger}>
      <div className="px-2 pt-1 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-small text-muted">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuChoice
        label={t('appearance.theme')}
        value={preferences.theme ?? 'system'}
        onChange={theme => change({ theme })}
        options={[
          { value: 'system', label: t('appearance.system') },
          { value: 'light', label: t('appearance.light') },
          { value: 'dark', label: t('appearance.dark') },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('appearance.contrast')}
        value={preferences.contrast ?? 'system'}
        onChange={contrast => change({ contrast })}
        options={[
          { value: 'system', label: t('appearance.contrastSystem') },
          { value: 'more', label: t('appearance.contrastMore') },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={14} aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** The token of the agent is forgotten with the page. */
async function signOut(): Promise<void> {
  await endSession()
  window.location.assign('/sign-in')
}
