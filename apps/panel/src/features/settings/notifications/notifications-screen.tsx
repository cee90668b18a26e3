import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function NotificationsScreen() {
  const t = useTranslations('notifications')
  return <SettingsPage title={t('title')} />
}
