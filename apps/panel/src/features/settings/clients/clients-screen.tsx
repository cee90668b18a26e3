import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { GrantList } from '../parts/grant-list.js'
import { SettingsPage } from '../parts/settings-page.js'

export default function ClientsScreen() {
  const t = useTranslations('clients')
  const { project } = usePlace().place
  return (
    <SettingsPage title={t('title')} hint={t('hint', { project: project.name })} isWide>
      <GrantList path={`/api/projects/${project.id}/grants`} isOfProject />
    </SettingsPage>
  )
}
