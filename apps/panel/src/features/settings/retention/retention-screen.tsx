import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function RetentionScreen() {
  const t = useTranslations('retention')
  return <SettingsPage title={t('title')} />
}
