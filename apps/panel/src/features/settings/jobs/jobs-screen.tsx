import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function JobsScreen() {
  const t = useTranslations('jobs')
  return <SettingsPage title={t('title')} />
}
