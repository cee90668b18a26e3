import { useTranslations } from 'use-intl'
import { LogScreen } from '../logs/log-screen.js'

export default function AdminLogsScreen() {
  const t = useTranslations('adminLogs')
  return <LogScreen log="admin-logs" title={t('title')} hint={t('hint')} />
}
