import { useTranslations } from 'use-intl'
import { SettingsPage } from '../parts/settings-page.js'

export default function PeopleScreen() {
  const t = useTranslations('people')
  return <SettingsPage title={t('title')} />
}
