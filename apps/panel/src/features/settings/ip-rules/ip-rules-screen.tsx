import { useTranslations } from 'use-intl'
import { SettingsPage } from '../settings-page.js'

export default function IpRulesScreen() {
  const t = useTranslations('ipRules')
  return <SettingsPage title={t('title')} />
}
