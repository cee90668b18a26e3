import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProjectMember } from '../../../core/forms/group-approvers.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { useMembers } from '../../../data/use-people.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/select.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'

const changedPaths = ['/api/projects']
const keep = (members: readonly ProjectMember[]) => members
const send = (path: string): Promise<void> => request('DELETE', path)

/** Helps somebody who lost their second factor and their recovery codes. */
export function RemoveFactors() {
  const t = useTranslations('security.lost')
  const { boot, place } = usePlace()
  const { data: people = [] } = useMembers(keep)
  const remove = useServiceChange(send, changedPaths)
  const [id, setId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [removed, setRemoved] = useState<string>()
  const others = people.filter(person => person.id !== boot.user.id)
  const chosen = others.find(person => String(person.id) === id)
  return (
    <div className="mt-4">
      <p className="font-medium">{t('title')}</p>
      <p className="text-small text-muted">{t('hint')}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <Select label={t('person')} value={id} onChange={setId} isWide>
            <option value="">{t('choose')}</option>
            {others.map(person => (
              <option key={person.id} value={person.id}>
                {person.email}
              </option>
            ))}
          </Select>
        </div>
        <Button disabled={!chosen} onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      <p role="status" className="mt-1 text-success">
        {removed === undefined ? '' : t('removed', { email: removed })}
      </p>
      {isAsking && chosen ? (
        <ConfirmDialog
          title={t('remove')}
          hint={t('removeHint', { email: chosen.email })}
          confirmLabel={t('remove')}
          onConfirm={async () => {
            await remove(`/api/projects/${place.project.id}/people/${chosen.id}/two-factors`)
            setRemoved(chosen.email)
            setId('')
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}
