import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SsoArea } from './sso-area.js'

export default function SsoScreen() {
  const t = useTranslations('sso')
  const { project } = usePlace().place
  return (
    <SettingsPage title={t('title')} hint={t('hint')}>
      <SsoArea project={project} />
    </SettingsPage>
  )
}
