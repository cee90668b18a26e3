import { useTranslations } from 'use-intl'
import { LogScreen } from '../logs/log-screen.js'

export default function ActivityLogsScreen() {
  const t = useTranslations('activityLogs')
  return <LogScreen log="activity-logs" title={t('title')} hint={t('hint')} />
}
