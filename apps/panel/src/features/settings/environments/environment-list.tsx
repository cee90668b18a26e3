import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hasLevel } from '../../../core/settings/has-level.js'
import { usePlace } from '../../../data/place-context.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { Badge } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { SecretDialog } from '../parts/secret-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { type SettingsColumn, SettingsTable } from '../parts/settings-table.js'
import { useSettingsLinks } from '../parts/use-settings-links.js'
import { AgentBadge } from './agent-badge.js'
import { CreateEnvironmentDialog } from './create-environment-dialog.js'
import type { Environment, EnvironmentWithSecret } from './environment.js'
import { KindBadge } from './kind-badge.js'

type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'created'; readonly environment: EnvironmentWithSecret }

/** All environments of a project. */
export function EnvironmentList({ path }: { readonly path: string }) {
  const t = useTranslations('environments')
  const { project } = usePlace().place
  const links = useSettingsLinks()
  const { data, error, refetch } = useServiceData<{ readonly data: readonly Environment[] }>(path)
  const [opened, setOpened] = useState<Opened>()
  const isAdmin = hasLevel(project.permissionLevel, 'admin')
  const mayCreate = hasLevel(project.permissionLevel, 'developer')
  const hasAgents = data?.data.some(({ agent }) => agent !== undefined) ?? false
  const columns: readonly SettingsColumn<Environment>[] = [
    {
      key: 'name',
      label: t('name'),
      show: ({ id, name }) => (
        <a
          href={links.build('environments', id)}
          className="font-medium wrap-anywhere text-text hover:underline"
        >
          {name}
        </a>
      ),
    },
    { key: 'kind', label: t('kind'), show: ({ kind }) => <KindBadge kind={kind} /> },
    ...(hasAgents
      ? [
          {
            key: 'agent',
            label: t('agent.title'),
            isWideOnly: true,
            show: ({ agent }: Environment) => (agent ? <AgentBadge agent={agent} /> : null),
          },
        ]
      : []),
    {
      key: 'address',
      label: t('agentUrl'),
      isWideOnly: true,
      show: ({ agentUrl }) =>
        agentUrl === null ? (
          <span className="text-muted">{t('noAddress')}</span>
        ) : (
          <span className="font-mono text-small wrap-anywhere">{agentUrl}</span>
        ),
    },
    {
      key: 'rights',
      label: t('rights.title'),
      isWideOnly: true,
      show: ({ rights }) =>
        rights === 'open' ? <Badge tone="warning">{t('rights.open')}</Badge> : t('rights.enforced'),
    },
  ]
  return (
    <SettingsPage
      isWide
      title={t('title')}
      hint={t('hint')}
      buttons={
        mayCreate ? (
          <Button
            look="primary"
            size="form"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setOpened({ kind: 'create' })}
          >
            {t('create')}
          </Button>
        ) : undefined
      }
    >
      <SettingsTable
        label={t('title')}
        columns={columns}
        rows={data?.data}
        getKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {opened?.kind === 'create' ? (
        <CreateEnvironmentDialog
          path={path}
          isAdmin={isAdmin}
          onCreated={environment => setOpened({ kind: 'created', environment })}
          onClose={() => setOpened(now => (now?.kind === 'create' ? undefined : now))}
        />
      ) : null}
      {opened?.kind === 'created' ? (
        <SecretDialog
          title={t('createdTitle', { name: opened.environment.name })}
          label={t('secrets.secret', { name: opened.environment.name })}
          value={opened.environment.secret}
          onClose={() => {
            setOpened(undefined)
            links.go('environments', opened.environment.id)
          }}
        >
          <p>{t('createdHint')}</p>
          <p className="text-muted">{isAdmin ? t('noRightsYet') : t('ownRights')}</p>
        </SecretDialog>
      ) : null}
    </SettingsPage>
  )
}
