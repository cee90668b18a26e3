import { useTranslations } from 'use-intl'
import { useFreshPreferences } from '../../../data/settings/use-fresh-preferences.js'
import { SettingsPage } from '../parts/settings-page.js'
import { NamesSection } from './names-section.js'
import { PreferencesSection } from './preferences-section.js'

/** Who the person is for others, and how the panel is for them. */
export default function ProfileScreen() {
  const t = useTranslations('profile')
  useFreshPreferences()
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      <NamesSection />
      <PreferencesSection />
    </SettingsPage>
  )
}
