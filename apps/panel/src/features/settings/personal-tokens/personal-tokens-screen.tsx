import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getTokenState } from '../../../core/settings/token-times.js'
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
import { CreatePersonalTokenDialog } from './create-personal-token-dialog.js'
import type { PersonalToken } from './personal-token.js'

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly token: PersonalToken; readonly secret: string }
  | { readonly kind: 'revoke'; readonly token: PersonalToken }

const path = '/api/me/tokens'
const paths = [path]
const remove = (id: number) => request('DELETE', `${path}/${id}`)

/** The tokens with which scripts of a person act as that person. */
export default function PersonalTokensScreen() {
  const t = useTranslations('personalTokens')
  const shared = useTranslations('apiTokens')
  const { data, error, refetch } = useServiceData<{ readonly data: readonly PersonalToken[] }>(path)
  const revoke = useServiceChange(remove, paths)
  const [hasEnded, setEnded] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const isActive = (token: PersonalToken) => getTokenState(token, new Date()) === 'active'
  const all = data?.data
  const ended = all?.filter(token => !isActive(token)).length ?? 0
  return (
    <SettingsPage
      title={t('title')}
      hint={t('hint')}
      buttons={
        <Button
          look="primary"
          size="form"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => setOpened({ kind: 'create' })}
        >
          {shared('create')}
        </Button>
      }
    >
      {ended > 0 ? (
        <div className="mb-3">
          <CheckField
            label={shared('showEnded', { count: ended })}
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
        empty={{ title: shared('none'), hint: t('noneHint') }}
        columns={[
          {
            key: 'name',
            label: shared('name'),
            show: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
          },
          {
            key: 'created',
            label: shared('created'),
            isWideOnly: true,
            show: ({ createdAt }) => <Moment value={createdAt} />,
          },
          {
            key: 'used',
            label: shared('lastUsed'),
            isWideOnly: true,
            show: ({ lastUsedAt }) => <Moment value={lastUsedAt} none={shared('never')} />,
          },
          { key: 'ends', label: shared('ends'), show: token => <TokenState token={token} /> },
        ]}
        buttons={{
          label: shared('buttons'),
          show: token =>
            isActive(token) ? (
              <Button
                aria-label={shared('revokeOne', { name: token.name })}
                onClick={() => setOpened({ kind: 'revoke', token })}
              >
                {shared('revoke')}
              </Button>
            ) : null,
        }}
      />
      {opened?.kind === 'create' ? (
        <CreatePersonalTokenDialog
          path={path}
          onCreated={(token, secret) => setOpened({ kind: 'created', token, secret })}
          onClose={() => setOpened(now => (now?.kind === 'create' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'created' ? (
        <SecretDialog
          title={shared('createdTitle')}
          label={shared('token', { name: opened.token.name })}
          value={opened.secret}
          onClose={close}
        >
          <p>{t('createdHint')}</p>
        </SecretDialog>
      ) : null}
      {opened?.kind === 'revoke' ? (
        <ConfirmDialog
          title={shared('revokeTitle', { name: opened.token.name })}
          hint={shared('revokeHint')}
          confirmLabel={shared('revoke')}
          onConfirm={() => revoke(opened.token.id)}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}
