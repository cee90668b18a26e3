import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member } from '../../../core/settings/people/member.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { usePlace } from '../../../data/place-context.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { type SettingsColumn, SettingsTable } from '../parts/settings-table.js'
import { LevelBadge } from './level-badge.js'
import type { PeopleAddress } from './use-people-address.js'

interface PeopleTableProps {
  readonly address: PeopleAddress
  /** Those who fit the filter; undefined while they are on their way. */
  readonly members: readonly Member[] | undefined
  /** Whether somebody is in the project at all. */
  readonly isFiltered: boolean
  readonly error: unknown
  readonly onRetry: () => void
  /** Absent for those who cannot change anybody. */
  readonly selection?: {
    readonly ids: ReadonlySet<number>
    readonly onChange: (ids: ReadonlySet<number>) => void
  }
}

const pageSize = 50

/** People, a page of them at a time. */
export function PeopleTable(props: PeopleTableProps) {
  const { address, members, isFiltered, error, onRetry, selection } = props
  const t = useTranslations('people')
  const { user } = usePlace().boot
  const [wantedPage, setPage] = useState(0)
  const count = members?.length ?? 0
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(count / pageSize) - 1))
  const rows = members?.slice(page * pageSize, (page + 1) * pageSize)
  const hasTags = members?.some(({ tags }) => tags !== undefined) ?? false
  const columns: readonly SettingsColumn<Member>[] = [
    {
      key: 'name',
      label: t('name'),
      show: member => (
        <span className="flex min-w-0 items-center gap-3">
          {selection ? (
            <Checkbox
              label={t('select', { name: formatPersonName(member) })}
              isChecked={selection.ids.has(member.id)}
              onChange={({ isChecked }) => {
                const ids = new Set(selection.ids)
                if (isChecked) ids.add(member.id)
                else ids.delete(member.id)
                selection.onChange(ids)
              }}
            />
          ) : null}
          <span className="min-w-0">
            <a
              href={address.buildHref(member.id)}
              className="font-medium wrap-anywhere text-text hover:underline"
            >
              {formatPersonName(member)}
            </a>
            {member.id === user.id ? <span className="text-muted"> {t('you')}</span> : null}
            <span className="block text-small wrap-anywhere text-muted">{member.email}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'level',
      label: t('level'),
      show: ({ permissionLevel }) => <LevelBadge level={permissionLevel} />,
    },
    { key: 'role', label: t('role'), isWideOnly: true, show: ({ role }) => role.name },
    {
      key: 'teams',
      label: t('teams'),
      isWideOnly: true,
      show: ({ teams }) => teams.map(({ name }) => name).join(', '),
    },
    ...(hasTags
      ? [
          {
            key: 'tags',
            label: t('tags.title'),
            isWideOnly: true,
            show: ({ tags = {} }: Member) => <TagList tags={tags} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <SettingsTable
        label={t('title')}
        columns={columns}
        rows={rows}
        getKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={{
          title: t('noneMatch'),
          ...(isFiltered && {
            button: <Button onClick={address.clear}>{t('clearFilters')}</Button>,
          }),
        }}
      />
      {count > pageSize ? (
        <nav aria-label={t('pages')} className="mt-2 flex items-center justify-end gap-2">
          <span className="text-muted tabular-nums">
            {t('range', {
              from: page * pageSize + 1,
              to: Math.min(count, (page + 1) * pageSize),
              count,
            })}
          </span>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('previousPage')}
          </Button>
          <Button disabled={(page + 1) * pageSize >= count} onClick={() => setPage(page + 1)}>
            {t('nextPage')}
          </Button>
        </nav>
      ) : null}
    </>
  )
}

function TagList({ tags }: { readonly tags: Readonly<Record<string, string>> }) {
  const entries = Object.entries(tags)
  return (
    <span className="flex flex-wrap gap-1">
      {entries.slice(0, 3).map(([key, value]) => (
        <span
          key={key}
          className="max-w-40 truncate rounded-[4px] bg-hover px-1.5 text-small text-muted"
        >
          {key}={value}
        </span>
      ))}
      {entries.length > 3 ? (
        <span className="text-small text-muted">+{entries.length - 3}</span>
      ) : null}
    </span>
  )
}
