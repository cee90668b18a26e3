import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { useLeavePlace, useReloadedPlace } from '../parts/use-reloaded-place.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'
import type { Environment } from './environment.js'

interface DeleteSectionProps {
  readonly environment: Environment
  readonly path: string
  readonly listPath: string
}

/** Deletes an environment after its name was typed. */
export function DeleteSection({ environment, path, listPath }: DeleteSectionProps) {
  const t = useTranslations('environments.delete')
  const { place } = usePlace()
  const links = useSettingsLinks()
  const reloadPlace = useReloadedPlace()
  const leavePlace = useLeavePlace()
  const [isAsking, setAsking] = useState(false)
  const { name } = environment
  const isHere = environment.id === place.environment.id

  async function remove() {
    await request('DELETE', path)
    if (isHere) return leavePlace(place.project.name)
    await reloadPlace()
    return links.go('environments')
  }
  const removeAndReload = useServiceChange(remove, [listPath], path)

  return (
    <SettingsSection title={t('title')} hint={t('hint')}>
      <Button look="danger" size="form" onClick={() => setAsking(true)}>
        {t('button')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('question', { name })}
          hint={
            <ul className="list-disc pl-5">
              <li>{t('agent')}</li>
              <li>{t('lost')}</li>
              <li>{t('stays')}</li>
            </ul>
          }
          confirmLabel={t('button')}
          typed={name}
          onConfirm={removeAndReload}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </SettingsSection>
  )
}
