import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function CodelessActionsScreen() {
  const t = useTranslations('codelessActions')
  return <SettingsPage title={t('title')} />
}
