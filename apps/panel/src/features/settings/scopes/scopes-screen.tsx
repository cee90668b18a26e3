import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ScopesScreen() {
  const t = useTranslations('scopes')
  return <SettingsPage title={t('title')} />
}
