import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ProfileScreen() {
  const t = useTranslations('profile')
  return <SettingsPage title={t('title')} />
}
