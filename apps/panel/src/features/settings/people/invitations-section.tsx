import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { request } from '../../../data/service-api.js'
import { useAllPages } from '../../../data/settings/use-all-members.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { Moment } from '../parts/moment.js'
import { SettingsSection } from '../parts/settings-section.js'
import { SettingsTable } from '../parts/settings-table.js'
import type { Invitation } from './invitation.js'

/** The invitations that nobody has accepted yet. */
export function InvitationsSection({ projectPath }: { readonly projectPath: string }) {
  const t = useTranslations('people')
  const path = `${projectPath}/invitations`
  const { data, error, refetch } = useAllPages<Invitation>(path)
  const revoke = useServiceChange((id: number) => request('DELETE', `${path}/${id}`), [path])
  const [revoked, setRevoked] = useState<Invitation>()
  if (data?.length === 0) return null
  return (
    <SettingsSection title={t('invitations.title')} hint={t('invitations.hint')}>
      <SettingsTable
        label={t('invitations.title')}
        rows={data}
        getKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('invitations.title') }}
        columns={[
          {
            key: 'email',
            label: t('email'),
            show: ({ email, isMailed }) => (
              <span className="block min-w-0">
                <span className="block font-medium wrap-anywhere">{email}</span>
                <span className="block text-small text-muted">
                  {isMailed ? t('invitations.mailed') : t('invitations.byLink')}
                </span>
              </span>
            ),
          },
          {
            key: 'level',
            label: t('level'),
            isWideOnly: true,
            show: ({ permissionLevel }) => t(`levels.${permissionLevel}`),
          },
          { key: 'role', label: t('role'), isWideOnly: true, show: ({ role }) => role.name },
          {
            key: 'teams',
            label: t('teams'),
            isWideOnly: true,
            show: ({ teams }) => teams.map(({ name }) => name).join(', '),
          },
          {
            key: 'by',
            label: t('invitations.by'),
            isWideOnly: true,
            show: ({ invitedBy }) => <span className="wrap-anywhere">{invitedBy.email}</span>,
          },
          {
            key: 'expires',
            label: t('invitations.expires'),
            show: ({ isExpired, expiresAt }) =>
              isExpired ? (
                <Badge tone="warning">{t('invitations.expired')}</Badge>
              ) : (
                <Moment value={expiresAt} />
              ),
          },
        ]}
        buttons={{
          label: t('invitations.buttons'),
          show: invitation => (
            <Button
              aria-label={t('invitations.revokeOne', { email: invitation.email })}
              onClick={() => setRevoked(invitation)}
            >
              {t('invitations.revoke')}
            </Button>
          ),
        }}
      />
      {revoked ? (
        <ConfirmDialog
          title={t('invitations.revokeTitle')}
          hint={t('invitations.revokeHint', { email: revoked.email })}
          confirmLabel={t('invitations.revoke')}
          onConfirm={() => revoke(revoked.id)}
          onClose={() => setRevoked(undefined)}
        />
      ) : null}
    </SettingsSection>
  )
}
