import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function PersonalTokensScreen() {
  const t = useTranslations('personalTokens')
  return <SettingsPage title={t('title')} />
}
