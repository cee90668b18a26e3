import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function EnvironmentsScreen() {
  const t = useTranslations('environments')
  return <SettingsPage title={t('title')} />
}
