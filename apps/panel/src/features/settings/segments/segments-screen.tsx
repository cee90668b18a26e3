import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function SegmentsScreen() {
  const t = useTranslations('segments')
  return <SettingsPage title={t('title')} />
}
