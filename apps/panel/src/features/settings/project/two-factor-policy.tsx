import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { ErrorView } from '../../../shell/error-view.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { RemoveFactors } from './remove-factors.js'

interface Policy {
  readonly isRequired: boolean
  readonly people: number
  readonly peopleWithTwoFactors: number
}

const changedPaths = ['/api/projects']
const send = (path: string, isRequired: boolean): Promise<Policy> =>
  request('PUT', path, { isRequired })

/** Whether everybody in the project needs two factors. */
export default function TwoFactorPolicy() {
  const t = useTranslations('security.policy')
  const { id } = usePlace().place.project
  const path = `/api/projects/${id}/two-factor-policy`
  const { data: policy, error, refetch } = useServiceData<Policy>(path)
  const change = useServiceChange(send, changedPaths)
  const [isAsking, setAsking] = useState(false)
  if (error && !policy) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!policy) return null
  const { isRequired, people, peopleWithTwoFactors } = policy
  return (
    <SettingsSection
      title={t('title')}
      hint={t('hint')}
      buttons={
        <Button onClick={() => setAsking(true)}>{isRequired ? t('stop') : t('require')}</Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isRequired ? 'success' : 'hue-0'}>{isRequired ? t('on') : t('off')}</Badge>
        <span className="text-muted">{t('people', { people, count: peopleWithTwoFactors })}</span>
      </p>
      <RemoveFactors />
      {isAsking ? (
        <ConfirmDialog
          title={isRequired ? t('stop') : t('require')}
          hint={
            isRequired ? t('stopHint') : t('requireHint', { count: people - peopleWithTwoFactors })
          }
          confirmLabel={isRequired ? t('stop') : t('require')}
          onConfirm={() => change(path, !isRequired)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </SettingsSection>
  )
}
