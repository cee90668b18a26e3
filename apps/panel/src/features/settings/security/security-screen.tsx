import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function SecurityScreen() {
  const t = useTranslations('security')
  return <SettingsPage title={t('title')} />
}
