import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function IpRulesScreen() {
  const t = useTranslations('ipRules')
  return <SettingsPage title={t('title')} />
}
