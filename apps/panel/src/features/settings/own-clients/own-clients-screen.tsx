import { useTranslations } from 'use-intl'
import { GrantList } from '../parts/grant-list.js'
import { SettingsPage } from '../parts/settings-page.js'

export default function OwnClientsScreen() {
  const t = useTranslations('ownClients')
  return (
    <SettingsPage title={t('title')} hint={t('hint')} isWide>
      <GrantList path="/api/me/grants" isOfProject={false} />
    </SettingsPage>
  )
}
