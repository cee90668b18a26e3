import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  endReasons,
  type Grant,
  type GrantState,
  readGrantState,
  readScopeName,
} from '../../../core/settings/grant.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange, useServiceData } from '../../../data/settings/use-service.js'
import { useToasts } from '../../../shell/toasts.js'
import { Badge, type BadgeTone } from '../../../ui/badge.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Choice } from '../../../ui/choice.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { Moment } from './moment.js'
import { type SettingsColumn, SettingsTable } from './settings-table.js'

interface GrantListProps {
  /** Where the grants are read, and below which each is revoked. */
  readonly path: string
  /** Whether they are those of several people. */
  readonly isOfProject: boolean
}

interface GrantPage {
  readonly data: readonly Grant[]
  readonly hasMore: boolean
}

const tones: Readonly<Record<GrantState, BadgeTone>> = {
  active: 'success',
  expired: 'warning',
  ended: 'hue-7',
}

/** The AI clients that act for people, and the end of their access: one at a time, or several at once. */
export function GrantList({ path, isOfProject }: GrantListProps) {
  const t = useTranslations('clients')
  const { show } = useToasts()
  const { data, error, refetch } = useServiceData<GrantPage>(`${path}?limit=1000`)
  const [withEnded, setWithEnded] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [revoked, setRevoked] = useState<readonly Grant[]>()
  const now = new Date()
  const isActive = (grant: Grant) => readGrantState(grant, now) === 'active'
  const rows = data?.data.filter(grant => withEnded || isActive(grant))
  const chosen = rows?.filter(grant => selected.has(grant.id) && isActive(grant)) ?? []
  const revoke = useServiceChange(
    async (grants: readonly Grant[]) => {
      for (const { id } of grants) await request('DELETE', `${path}/${id}`)
    },
    [path],
  )

  const select = (id: number, isChecked: boolean) => {
    const next = new Set(selected)
    if (isChecked) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <Choice
          kind="checkbox"
          checked={withEnded}
          onChange={event => setWithEnded(event.target.checked)}
        >
          {t('withEnded')}
        </Choice>
        {chosen.length > 0 ? (
          <Button look="danger" onClick={() => setRevoked(chosen)}>
            {t('revokeSelected', { count: chosen.length })}
          </Button>
        ) : null}
      </div>
      <SettingsTable
        label={t('list')}
        columns={useColumns({ isOfProject, selected, select })}
        rows={rows}
        getKey={({ id }) => id}
        empty={{ title: t('none'), hint: t('noneHint') }}
        error={error}
        onRetry={() => void refetch()}
        buttons={{
          label: t('actions'),
          show: grant =>
            isActive(grant) ? (
              <Button onClick={() => setRevoked([grant])}>
                {t('revoke')}
                <span className="sr-only"> {nameClient(grant)}</span>
              </Button>
            ) : null,
        }}
      />
      {data?.hasMore ? <p className="mt-2 text-muted">{t('firstOnly')}</p> : null}
      {revoked ? (
        <ConfirmDialog
          title={t('revokeTitle', { count: revoked.length })}
          hint={t('revokeHint', {
            count: revoked.length,
            name: nameClient(revoked[0]),
          })}
          confirmLabel={t('revokeConfirm', { count: revoked.length })}
          onConfirm={async () => {
            await revoke(revoked)
            setSelected(new Set())
            show({ text: t('revoked', { count: revoked.length }), kind: 'success' })
          }}
          onClose={() => setRevoked(undefined)}
        />
      ) : null}
    </>
  )
}

const nameClient = (grant: Grant | undefined): string =>
  grant?.program.name ?? grant?.program.clientId ?? ''

interface ColumnSettings {
  readonly isOfProject: boolean
  readonly selected: ReadonlySet<number>
  readonly select: (id: number, isChecked: boolean) => void
}

function useColumns({
  isOfProject,
  selected,
  select,
}: ColumnSettings): readonly SettingsColumn<Grant>[] {
  const t = useTranslations('clients')
  const now = new Date()
  const describeScope = (scope: string) => {
    const name = readScopeName(scope)
    return name ? t(`scopes.${name}`) : scope
  }
  const person: SettingsColumn<Grant> = {
    key: 'person',
    label: t('person'),
    show: ({ user }) => user.email,
  }
  return [
    {
      key: 'client',
      label: t('client'),
      show: grant => (
        <span className="flex items-center gap-2">
          {readGrantState(grant, now) === 'active' ? (
            <Checkbox
              label={t('select', { name: nameClient(grant) })}
              isChecked={selected.has(grant.id)}
              onChange={({ isChecked }) => select(grant.id, isChecked)}
            />
          ) : null}
          <span className="font-medium">{grant.program.name ?? t('nameless')}</span>
        </span>
      ),
    },
    ...(isOfProject ? [person] : []),
    {
      key: 'where',
      label: t('where'),
      show: ({ project, environment, team }) =>
        [...(isOfProject ? [] : [project.name]), environment.name, team.name].join(' · '),
    },
    {
      key: 'scopes',
      label: t('may'),
      show: ({ scopes }) => scopes.map(describeScope).join(', '),
    },
    {
      key: 'created',
      label: t('created'),
      isWideOnly: true,
      show: ({ createdAt }) => <Moment value={createdAt} />,
    },
    {
      key: 'used',
      label: t('lastUsed'),
      show: ({ lastUsedAt }) => <Moment value={lastUsedAt} />,
    },
    {
      key: 'state',
      label: t('state'),
      show: grant => {
        const state = readGrantState(grant, now)
        const reason = endReasons.find(each => each === grant.endReason)
        return (
          <span className="flex flex-col gap-0.5">
            <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
            {reason ? (
              <span className="text-small text-muted">{t(`endReasons.${reason}`)}</span>
            ) : null}
          </span>
        )
      },
    },
  ]
}
