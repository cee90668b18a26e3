import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function RolesScreen() {
  const t = useTranslations('roles')
  return <SettingsPage title={t('title')} />
}
