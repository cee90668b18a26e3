import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getTokenState } from '../../../core/settings/token-times.js'
import { usePlace } from '../../../data/place-context.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { Button } from '../../../ui/button.js'
import { CheckField } from '../../../ui/check-field.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { SecretDialog } from '../parts/secret-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { TokenState } from '../parts/token-state.js'
import type { ApiToken } from './api-token.js'
import { CreateTokenDialog } from './create-token-dialog.js'

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly token: ApiToken; readonly secret: string }
  | { readonly kind: 'revoke'; readonly token: ApiToken }

/** The tokens with which programs use the public API of a project. */
export default function ApiTokensScreen() {
  const t = useTranslations('apiTokens')
  const { project } = usePlace().place
  const path = `/api/projects/${project.id}/tokens`
  const { data, error, refetch } = useServiceData<{ readonly data: readonly ApiToken[] }>(path)
  const revoke = useServiceChange((id: number) => request('DELETE', `${path}/${id}`), [path])
  const [hasEnded, setEnded] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isActive = (token: ApiToken) => getTokenState(token, new Date()) === 'active'
  const all = data?.data
  const ended = all?.filter(token => !isActive(token)).length ?? 0
  const createButton = (
    <Button
      look="primary"
      size="form"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setOpened({ kind: 'create' })}
    >
      {t('create')}
    </Button>
  )
  return (
    <SettingsPage isWide title={t('title')} hint={t('hint')} buttons={createButton}>
      {ended > 0 ? (
        <div className="mb-3">
          <CheckField
            label={t('showEnded', { count: ended })}
            isChecked={hasEnded}
            onChange={setEnded}
          />
        </div>
      ) : null}
      <SettingsTable
        label={t('title')}
        rows={hasEnded ? all : all?.filter(isActive)}
        getKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), hint: t('noneHint') }}
        columns={[
          {
            key: 'name',
            label: t('name'),
            show: ({ name, permissionLevel }) => (
              <span className="block min-w-0">
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="block text-small text-muted">
                  {t(`access.${permissionLevel}`)}
                </span>
              </span>
            ),
          },
          {
            key: 'scopes',
            label: t('scopes'),
            isWideOnly: true,
            show: ({ scopes }) => (
              <span className="flex flex-wrap gap-1">
                {scopes.map(scope => (
                  <code key={scope} className="rounded-[4px] bg-hover px-1.5 text-small">
                    {scope}
                  </code>
                ))}
              </span>
            ),
          },
          {
            key: 'by',
            label: t('createdBy'),
            isWideOnly: true,
            show: ({ createdBy, createdAt }) => (
              <span className="block min-w-0">
                <span className="block wrap-anywhere">{createdBy.email}</span>
                <span className="block text-small text-muted">
                  <Moment value={createdAt} />
                </span>
              </span>
            ),
          },
          {
            key: 'used',
            label: t('lastUsed'),
            isWideOnly: true,
            show: ({ lastUsedAt }) => <Moment value={lastUsedAt} none={t('never')} />,
          },
          { key: 'ends', label: t('ends'), show: token => <TokenState token={token} /> },
        ]}
        buttons={{
          label: t('buttons'),
          show: token =>
            isActive(token) ? (
              <Button
                aria-label={t('revokeOne', { name: token.name })}
                onClick={() => setOpened({ kind: 'revoke', token })}
              >
                {t('revoke')}
              </Button>
            ) : null,
        }}
      />
      {opened?.kind === 'create' ? (
        <CreateTokenDialog
          path={path}
          onCreated={(token, secret) => setOpened({ kind: 'created', token, secret })}
          onClose={() => setOpened(now => (now?.kind === 'create' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'created' ? (
        <SecretDialog
          title={t('createdTitle')}
          label={t('token', { name: opened.token.name })}
          value={opened.secret}
          onClose={close}
        >
          <p>{t('createdHint')}</p>
        </SecretDialog>
      ) : null}
      {opened?.kind === 'revoke' ? (
        <ConfirmDialog
          title={t('revokeTitle', { name: opened.token.name })}
          hint={
            <>
              <p>{t('revokeHint')}</p>
              <p className="mt-2 text-muted">
                {opened.token.lastUsedAt === null ? (
                  t('neverUsed')
                ) : (
                  <>
                    {t('lastUsed')}: <Moment value={opened.token.lastUsedAt} />
                  </>
                )}
              </p>
            </>
          }
          confirmLabel={t('revoke')}
          onConfirm={() => revoke(opened.token.id)}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}
