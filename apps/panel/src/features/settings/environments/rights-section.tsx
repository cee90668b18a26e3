import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import type { Environment } from './environment.js'

interface RightsSectionProps {
  readonly environment: Environment
  readonly path: string
  readonly listPath: string
  readonly isAdmin: boolean
}

/** Whether the rights of roles count here. */
export function RightsSection({ environment, path, listPath, isAdmin }: RightsSectionProps) {
  const t = useTranslations('environments.rights')
  const [isAsking, setAsking] = useState(false)
  const isOpen = environment.rights === 'open'
  const change = useServiceChange(
    () => request('PATCH', path, { rights: isOpen ? 'enforced' : 'open' }),
    [listPath],
  )
  return (
    <SettingsSection
      title={t('title')}
      hint={isOpen ? t('openHint') : t('enforcedHint')}
      buttons={
        isAdmin ? (
          <Button onClick={() => setAsking(true)}>{isOpen ? t('enforce') : t('openUp')}</Button>
        ) : undefined
      }
    >
      {isOpen ? <Badge tone="warning">{t('open')}</Badge> : null}
      {isAsking ? (
        <ConfirmDialog
          title={isOpen ? t('enforceTitle') : t('openTitle', { name: environment.name })}
          hint={isOpen ? t('enforceQuestion') : t('openQuestion')}
          confirmLabel={isOpen ? t('enforce') : t('openUp')}
          {...(!isOpen && environment.kind !== 'development' && { typed: environment.name })}
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </SettingsSection>
  )
}
