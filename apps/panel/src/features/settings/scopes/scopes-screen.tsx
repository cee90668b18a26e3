import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StoredScope } from '../../../core/rights/scope-check.js'
import { usePlace } from '../../../data/place-context.js'
import {
  useEnvironments,
  useTeams,
  useUploadedCollections,
  useUploadedSchema,
} from '../../../data/settings/use-rights.js'
import { useScopeChanges, useScopes } from '../../../data/settings/use-scopes.js'
import { Button } from '../../../ui/button.js'
import { Select } from '../../../ui/select.js'
import { ConfirmDialog } from '../parts/confirm-dialog.js'
import { SettingsPage } from '../parts/settings-page.js'
import { SettingsTable } from '../parts/settings-table.js'
import { ScopeCondition } from './scope-condition.js'
import { ScopeDialog } from './scope-dialog.js'

type Opened =
  | { readonly kind: 'edit'; readonly scope?: StoredScope }
  | { readonly kind: 'remove'; readonly scope: StoredScope }

/** Which records of each collection a team reaches. */
export default function ScopesScreen() {
  const t = useTranslations('scopes')
  const { place } = usePlace()
  const [environmentId, setEnvironmentId] = useState(place.environment.id)
  const [teamId, setTeamId] = useState(place.team.id)
  const [opened, setOpened] = useState<Opened>()
  const environments = useEnvironments().data?.data ?? [place.environment]
  const teams = useTeams().data?.data ?? [place.team]
  const schema = useUploadedSchema(environmentId)
  const collections = useUploadedCollections(environmentId, schema.data)
  const target = { environmentId, teamId }
  const scopes = useScopes(target)
  const { setScope, removeScope } = useScopeChanges(target)
  const team = teams.find(({ id }) => id === teamId) ?? place.team
  const close = () => setOpened(undefined)
  return (
    <SettingsPage
      title={t('title')}
      hint={t('hint')}
      buttons={
        <Button look="primary" disabled={!collections} onClick={() => setOpened({ kind: 'edit' })}>
          {t('new')}
        </Button>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Select
          label={t('environment')}
          value={String(environmentId)}
          onChange={value => setEnvironmentId(Number(value))}
        >
          {environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('team')}
          value={String(teamId)}
          onChange={value => setTeamId(Number(value))}
        >
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <SettingsTable
        label={t('list', { team: team.name })}
        columns={[
          {
            key: 'collection',
            label: t('collection'),
            show: scope => <span className="font-medium">{scope.collectionName}</span>,
          },
          {
            key: 'condition',
            label: t('sees'),
            show: scope => <ScopeCondition scope={scope} collections={collections} />,
          },
        ]}
        rows={scopes.data?.data}
        getKey={({ collectionName }) => collectionName}
        empty={{ title: t('empty', { team: team.name }), hint: t('emptyHint') }}
        error={scopes.error}
        onRetry={() => void scopes.refetch()}
        buttons={{
          label: t('changes'),
          show: scope => (
            <>
              <Button
                look="ghost"
                disabled={!collections?.has(scope.collectionName)}
                aria-label={t('editOne', { collection: scope.collectionName })}
                onClick={() => setOpened({ kind: 'edit', scope })}
              >
                {t('edit')}
              </Button>
              <Button
                look="ghost"
                aria-label={t('removeOne', { collection: scope.collectionName })}
                onClick={() => setOpened({ kind: 'remove', scope })}
              >
                {t('remove')}
              </Button>
            </>
          ),
        }}
      />
      {opened?.kind === 'edit' && collections ? (
        <ScopeDialog
          scope={opened.scope}
          taken={(scopes.data?.data ?? []).map(({ collectionName }) => collectionName)}
          collections={collections}
          team={team}
          isHere={environmentId === place.environment.id}
          onSave={setScope}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'remove' ? (
        <ConfirmDialog
          title={t('removeTitle', { collection: opened.scope.collectionName })}
          hint={t('removeHint', { team: team.name, collection: opened.scope.collectionName })}
          confirmLabel={t('removeConfirm')}
          onConfirm={() => removeScope(opened.scope)}
          onClose={close}
        />
      ) : null}
    </SettingsPage>
  )
}
