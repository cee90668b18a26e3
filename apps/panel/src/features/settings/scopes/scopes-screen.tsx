import { useTranslations } from 'use-intl'
import { SettingsPage } from '../settings-page.js'

export default function ScopesScreen() {
  const t = useTranslations('scopes')
  return <SettingsPage title={t('title')} />
}
