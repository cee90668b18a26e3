import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function OwnClientsScreen() {
  const t = useTranslations('ownClients')
  return <SettingsPage title={t('title')} />
}
