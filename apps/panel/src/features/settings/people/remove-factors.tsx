import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'

interface RemoveFactorsProps {
  readonly person: { readonly id: number; readonly email: string }
}

const changedPaths = ['/api/projects']
const send = (path: string): Promise<void> => request('DELETE', path)

/** Helps somebody who lost their second factor and their recovery codes. */
export function RemoveFactors({ person: { id, email } }: RemoveFactorsProps) {
  const t = useTranslations('security.lost')
  const { boot, place } = usePlace()
  const remove = useServiceChange(send, changedPaths)
  const [isAsking, setAsking] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  // One's own are removed in one's own settings, where that is confirmed.
  if (id === boot.user.id) return null
  return (
    <div>
      <p className="font-medium">{t('title')}</p>
      <p className="mb-2 text-small text-muted">{t('hint')}</p>
      <Button onClick={() => setAsking(true)}>{t('remove')}</Button>
      <p role="status" className="mt-1 text-success">
        {isRemoved ? t('removed', { email }) : ''}
      </p>
      {isAsking ? (
        <ConfirmDialog
          title={t('remove')}
          hint={t('removeHint', { email })}
          confirmLabel={t('remove')}
          onConfirm={async () => {
            await remove(`/api/projects/${place.project.id}/people/${id}/two-factors`)
            setRemoved(true)
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
