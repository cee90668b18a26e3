import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import {
  type ActivityLog,
  type AdminLog,
  hasFailed,
  type LogEntry,
  type LogProof,
  readLabel,
} from '../../../core/logs/log-entry.js'
import type { LogFacet } from '../../../core/logs/log-state.js'
import { formatAddress } from '../../../core/places/address.js'
import { usePlace } from '../../../data/place-context.js'
import { Badge } from '../../../ui/badge.js'
import { CodeBox } from './code-box.js'
import type { LogAddress } from './use-log-address.js'
import { nameValue, useLogWords } from './use-log-words.js'

interface EntryFactsProps {
  readonly entry: LogEntry
  /** Absent until it is there. It also has what the list leaves out. */
  readonly proof: LogProof | undefined
  readonly address: LogAddress
}

/** What an entry says, in words. */
export function EntryFacts({ entry, proof, address }: EntryFactsProps) {
  const t = useTranslations('logs')
  const { nameWho } = useLogWords()
  return (
    <>
      <dl className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5 wrap-anywhere">
        <Fact name={t('columns.who')}>
          {nameWho(entry)}
          {entry.user ? (
            <>
              <span className="text-muted"> {entry.user.email}</span>{' '}
              <OnlyThese address={address} facet="person" value={String(entry.user.id)} />
            </>
          ) : null}
        </Fact>
        {entry.object === 'activityLog' ? (
          <ActivityFacts entry={entry} proof={proof} address={address} />
        ) : (
          <AdminFacts entry={entry} address={address} />
        )}
        <Fact name={t('id')}>
          <code className="font-mono text-small">{entry.id}</code>
        </Fact>
      </dl>
      {entry.object === 'adminLog' ? <ChangedValues entry={entry} /> : null}
    </>
  )
}

interface ActivityFactsProps extends Omit<EntryFactsProps, 'entry'> {
  readonly entry: ActivityLog
}

function ActivityFacts({ entry, proof, address }: ActivityFactsProps) {
  const t = useTranslations('logs')
  const { formatTime } = useLogWords()
  const { collection, team, inbox, workflow } = entry
  const label = readLabel(entry)
  const { correlationKey } = proof?.content ?? {}
  return (
    <>
      <Fact name={t('facets.action')}>
        {nameValue(t, 'actions', entry.action)}
        {label === '' ? null : <span className="text-muted"> · {label}</span>}{' '}
        <OnlyThese address={address} facet="action" value={entry.action} />
      </Fact>
      <Fact name={t('columns.result')}>
        {hasFailed(entry) ? <Badge tone="danger">{t('failed')}</Badge> : t(`types.${entry.type}`)}
      </Fact>
      <Fact name={t('occurred')}>{formatTime(entry.occurredAt)}</Fact>
      <Fact name={t('written')}>{formatTime(entry.createdAt)}</Fact>
      {collection ? (
        <Fact name={t('facets.collection')}>
          {collection.name}{' '}
          <OnlyThese address={address} facet="collection" value={collection.name} />
        </Fact>
      ) : null}
      {entry.recordIds && entry.recordIds.length > 0 ? (
        <Fact name={t('records')}>
          <Records collection={collection?.name} ids={entry.recordIds} />
        </Fact>
      ) : null}
      <Fact name={t('facets.team')}>
        {team.name} <OnlyThese address={address} facet="team" value={team.name} />
      </Fact>
      {inbox ? <Fact name={t('inbox')}>{inbox.name}</Fact> : null}
      {workflow ? <Fact name={t('workflow')}>{workflow.name}</Fact> : null}
      {typeof correlationKey === 'string' ? (
        <Fact name={t('request')}>
          <code className="font-mono text-small">{correlationKey}</code>
        </Fact>
      ) : null}
    </>
  )
}

/** More records than this are counted. */
const mostRecords = 20

function Records({
  collection,
  ids,
}: {
  readonly collection: string | undefined
  readonly ids: readonly string[]
}) {
  const t = useTranslations('logs')
  const { names } = usePlace()
  const more = ids.length - mostRecords
  return (
    <ul className="flex flex-wrap gap-x-2">
      {ids.slice(0, mostRecords).map(id => (
        <li key={id}>
          {collection === undefined ? (
            id
          ) : (
            <a
              href={formatAddress({ ...names, screen: { kind: 'record', collection, id } })}
              className="text-accent underline-offset-2 hover:underline"
            >
              {id}
            </a>
          )}
        </li>
      ))}
      {more > 0 ? <li className="text-muted">{t('andMore', { count: more })}</li> : null}
    </ul>
  )
}

function AdminFacts({ entry, address }: { entry: AdminLog; readonly address: LogAddress }) {
  const t = useTranslations('logs')
  const { formatTime } = useLogWords()
  return (
    <>
      <Fact name={t('facets.resource')}>
        {nameValue(t, 'resources', entry.resource)}{' '}
        <OnlyThese address={address} facet="resource" value={entry.resource} />
      </Fact>
      <Fact name={t('facets.change')}>
        {nameValue(t, 'changes', entry.type)}{' '}
        <OnlyThese address={address} facet="change" value={entry.type} />
      </Fact>
      <Fact name={t('facets.initiator')}>{nameValue(t, 'initiators', entry.initiator)}</Fact>
      <Fact name={t('written')}>{formatTime(entry.createdAt)}</Fact>
    </>
  )
}

function ChangedValues({ entry: { previousValue, newValue } }: { readonly entry: AdminLog }) {
  const t = useTranslations('logs')
  return (
    <>
      {previousValue ? (
        <CodeBox title={t('before')} text={JSON.stringify(previousValue, null, 2)} />
      ) : null}
      {newValue ? <CodeBox title={t('after')} text={JSON.stringify(newValue, null, 2)} /> : null}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface OnlyTheseProps {
  readonly address: LogAddress
  readonly facet: LogFacet
  readonly value: string
}

/** Limits the log to entries with the same value. */
function OnlyThese({ address, facet, value }: OnlyTheseProps) {
  const t = useTranslations('logs')
  const { state, buildHref } = address
  if (state.facets[facet] === value) return null
  return (
    <a
      href={buildHref({ ...state, facets: { ...state.facets, [facet]: value } })}
      aria-label={t('onlyTheseOf', { facet: t(`facets.${facet}`) })}
      className="text-small text-accent underline-offset-2 hover:underline"
    >
      {t('onlyThese')}
    </a>
  )
}
