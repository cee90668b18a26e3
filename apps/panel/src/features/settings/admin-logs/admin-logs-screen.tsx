import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function AdminLogsScreen() {
  const t = useTranslations('adminLogs')
  return <SettingsPage title={t('title')} />
}
