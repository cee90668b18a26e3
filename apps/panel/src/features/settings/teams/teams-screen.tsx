import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function TeamsScreen() {
  const t = useTranslations('teams')
  return <SettingsPage title={t('title')} />
}
