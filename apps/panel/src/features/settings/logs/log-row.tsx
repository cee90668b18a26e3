import { clsx } from 'clsx'
import { useTranslations } from 'use-intl'
import { isLate } from '../../../core/logs/format-log-time.js'
import { hasFailed, type LogEntry } from '../../../core/logs/log-entry.js'
import { Badge } from '../../../ui/badge.js'
import type { LogAddress } from './use-log-address.js'
import { nameValue, useLogWords } from './use-log-words.js'

/** The columns of a log. On a phone, time and result share the first line. */
export const columnsClass =
  'grid grid-cols-[170px_minmax(90px,1fr)_minmax(120px,1.6fr)_minmax(100px,1.6fr)_108px] items-center gap-x-3 px-4 max-lg:grid-cols-[170px_minmax(80px,1fr)_minmax(120px,1.6fr)_108px] max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:px-3'

interface LogRowProps {
  readonly entry: LogEntry
  readonly index: number
  readonly start: number
  readonly height: number
  readonly address: LogAddress
}

/** One entry. The whole row is a link to it. */
export function LogRow({ entry, index, start, height, address }: LogRowProps) {
  const t = useTranslations('logs')
  const { formatTime, nameWho, nameWhat, nameSubject } = useLogWords()
  const { createdAt } = entry
  const occurredAt = entry.object === 'activityLog' ? entry.occurredAt : createdAt
  const subject = nameSubject(entry)
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)`, height }}
      className={clsx(
        columnsClass,
        'absolute inset-x-0 top-0 border-b border-line hover:bg-hover max-sm:content-center max-sm:gap-y-0.5',
        address.openedAt === createdAt && 'bg-selected',
      )}
    >
      <td className="truncate tabular-nums max-sm:order-3 max-sm:text-small max-sm:text-muted">
        <a
          href={address.buildHref(address.state, createdAt)}
          className="scroll-mt-10 text-muted after:absolute after:inset-0 max-sm:text-muted"
        >
          {formatTime(occurredAt)}
        </a>
        {isLate(occurredAt, createdAt) ? (
          <span className="text-warning" title={t('writtenAt', { time: formatTime(createdAt) })}>
            {' '}
            {t('late')}
          </span>
        ) : null}
      </td>
      <td
        className="truncate max-sm:order-4 max-sm:text-small max-sm:text-muted"
        title={entry.user?.email}
      >
        {nameWho(entry)}
      </td>
      <td className="truncate max-sm:order-1">
        <span className="font-medium">{nameWhat(entry)}</span>
        {subject === '' ? null : (
          <span className={clsx('text-muted', entry.object === 'adminLog' && 'lg:hidden')}>
            {' '}
            · {subject}
          </span>
        )}
      </td>
      <td className="truncate text-muted max-lg:hidden">
        {entry.object === 'activityLog' ? <Where entry={entry} /> : subject}
      </td>
      <td className="flex min-w-0 justify-end text-right max-sm:order-2">
        {entry.object === 'activityLog' && hasFailed(entry) ? (
          <Badge tone="danger">{t('failed')}</Badge>
        ) : (
          <span className="truncate text-small text-muted">
            {entry.object === 'activityLog'
              ? t(`types.${entry.type}`)
              : nameValue(t, 'initiators', entry.initiator)}
          </span>
        )}
      </td>
    </tr>
  )
}

function Where({ entry }: { readonly entry: Extract<LogEntry, { object: 'activityLog' }> }) {
  const t = useTranslations('logs')
  const [first, ...others] = entry.recordIds ?? []
  return (
    <>
      {entry.collection?.name}
      {first === undefined ? null : ` ${first}`}
      {others.length > 0 ? ` ${t('andMore', { count: others.length })}` : null}
      <span className="text-faint"> · {entry.team.name}</span>
    </>
  )
}
