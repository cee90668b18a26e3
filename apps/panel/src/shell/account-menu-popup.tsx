import { findLanguage, type Language, languages } from '@service/protocol'
import { Eye, LogOut, PanelsTopLeft, Settings } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { formatPersonName } from '../core/text/format-person-name.js'
import { history } from '../data/history.js'
import { usePlace } from '../data/place-context.js'
import { roleView } from '../data/role-view.js'
import { usePreferences } from '../data/use-preferences.js'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.js'
import type { PopupProps } from '../ui/on-demand.js'
import { editLayout, mayEditLayout } from './edit-layout.js'
import { useSignOut } from './use-sign-out.js'

/** Each in its own words: a person who cannot read the panel finds theirs. */
const languageNames = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' }

export default function AccountMenuPopup({ trigger }: PopupProps) {
  const t = useTranslations()
  const { boot, place, names } = usePlace()
  const { user } = boot
  const { preferences, change } = usePreferences()
  const name = formatPersonName(user)
  const signOut = useSignOut()
  const openSettings = (area?: { readonly area: string }) =>
    history.push(formatAddress({ ...names, screen: { kind: 'settings', ...area } }))
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
      <MenuChoice
        label={t('appearance.shortcuts')}
        value={preferences.hasShortcuts === false ? 'off' : 'on'}
        onChange={shortcuts => change({ hasShortcuts: shortcuts === 'on' })}
        options={[
          { value: 'on', label: t('appearance.shortcutsOn') },
          { value: 'off', label: t('appearance.shortcutsOff') },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('appearance.language')}
        value={findLanguage(useLocale())}
        onChange={language => change({ language: chooseLocale(language) })}
        options={languages.map(value => ({ value, label: languageNames[value] }))}
      />
      <MenuSeparator />
      {mayEditLayout(place) ? (
        <MenuItem
          icon={<PanelsTopLeft size={14} aria-hidden="true" />}
          onSelect={() => editLayout(place)}
        >
          {t('shell.editLayout')}
        </MenuItem>
      ) : null}
      {place.project.permissionLevel === 'admin' && !roleView ? (
        <MenuItem
          icon={<Eye size={14} aria-hidden="true" />}
          onSelect={() => openSettings({ area: 'roles' })}
        >
          {t('viewAs.choose')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Settings size={14} aria-hidden="true" />} onSelect={() => openSettings()}>
        {t('shell.settings')}
      </MenuItem>
      <MenuItem icon={<LogOut size={14} aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** A language as the browser's region writes it, where it has one. */
function chooseLocale(language: Language): string {
  return navigator.languages.find(locale => locale.split('-', 1)[0] === language) ?? language
}
