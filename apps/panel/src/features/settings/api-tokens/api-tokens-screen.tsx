import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ApiTokensScreen() {
  const t = useTranslations('apiTokens')
  return <SettingsPage title={t('title')} />
}
