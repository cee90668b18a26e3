import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { SecretDialog } from '../parts/secret-dialog.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'
import type { Environment, EnvironmentWithSecret } from './environment.js'
import { RotateDialog } from './rotate-dialog.js'

interface SecretsSectionProps {
  readonly environment: Environment
  readonly path: string
  readonly listPath: string
  readonly mayChange: boolean
}

type Opened =
  | { readonly kind: 'rotate' }
  | { readonly kind: 'made'; readonly secret: string; readonly hasOverlap: boolean }
  | { readonly kind: 'revoke' }

/** The secrets with which agents connect; a new one replaces the others without a gap. */
export function SecretsSection({ environment, path, listPath, mayChange }: SecretsSectionProps) {
  const t = useTranslations('environments.secrets')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const rotate = useServiceChange(
    (overlapHours: number) =>
      request<EnvironmentWithSecret>('POST', `${path}/secret`, { overlapHours }),
    [listPath],
  )
  const revokePrevious = useServiceChange(
    () => request('DELETE', `${path}/secret/previous`),
    [listPath],
  )
  const { secrets } = environment
  const previous = secrets.filter(({ expiresAt }) => expiresAt !== null)
  return (
    <SettingsSection
      title={t('title')}
      hint={t('hint')}
      buttons={
        mayChange ? (
          <>
            {previous.length > 0 ? (
              <Button onClick={() => setOpened({ kind: 'revoke' })}>{t('revoke')}</Button>
            ) : null}
            <Button onClick={() => setOpened({ kind: 'rotate' })}>{t('create')}</Button>
          </>
        ) : undefined
      }
    >
      <SettingsTable
        label={t('title')}
        rows={secrets}
        getKey={({ createdAt }) => createdAt}
        empty={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            key: 'state',
            label: t('state'),
            show: ({ expiresAt }) => (
              <Badge tone={expiresAt === null ? 'success' : 'warning'}>
                {expiresAt === null ? t('current') : t('previous')}
              </Badge>
            ),
          },
          {
            key: 'created',
            label: t('created'),
            show: ({ createdAt }) => <Moment value={createdAt} />,
          },
          {
            key: 'ends',
            label: t('ends'),
            show: ({ expiresAt }) => <Moment value={expiresAt} none={t('open')} />,
          },
        ]}
      />
      {opened?.kind === 'rotate' ? (
        <RotateDialog
          hasSecrets={secrets.length > 0}
          onRotate={async hours => {
            const { secret } = await rotate(hours)
            setOpened({ kind: 'made', secret, hasOverlap: hours > 0 && secrets.length > 0 })
          }}
          onClose={() => setOpened(now => (now?.kind === 'rotate' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'made' ? (
        <SecretDialog
          title={t('madeTitle')}
          label={t('secret', { name: environment.name })}
          value={opened.secret}
          onClose={close}
        >
          <ol className="list-decimal pl-5">
            <li>{t('steps.copy')}</li>
            <li>{t('steps.restart')}</li>
            {opened.hasOverlap ? <li>{t('steps.revoke')}</li> : null}
          </ol>
        </SecretDialog>
      ) : null}
      {opened?.kind === 'revoke' ? (
        <ConfirmDialog
          title={t('revokeTitle', { count: previous.length })}
          hint={t('revokeHint')}
          confirmLabel={t('revoke')}
          onConfirm={revokePrevious}
          onClose={close}
        />
      ) : null}
    </SettingsSection>
  )
}
