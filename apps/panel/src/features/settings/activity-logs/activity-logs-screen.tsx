import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ActivityLogsScreen() {
  const t = useTranslations('activityLogs')
  return <SettingsPage title={t('title')} />
}
