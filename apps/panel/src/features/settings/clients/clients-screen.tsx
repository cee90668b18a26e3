import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ClientsScreen() {
  const t = useTranslations('clients')
  return <SettingsPage title={t('title')} />
}
