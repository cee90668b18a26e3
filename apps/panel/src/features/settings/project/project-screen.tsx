import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function ProjectScreen() {
  const t = useTranslations('project')
  return <SettingsPage title={t('title')} />
}
