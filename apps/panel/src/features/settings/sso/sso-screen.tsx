import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function SsoScreen() {
  const t = useTranslations('sso')
  return <SettingsPage title={t('title')} />
}
