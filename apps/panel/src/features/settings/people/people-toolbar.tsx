import { useTranslations } from 'use-intl'
import { type PermissionLevel, permissionLevels } from '../../../core/settings/has-level.js'
import { collectRoles, collectTags } from '../../../core/settings/people/filter-members.js'
import type { Member, Named } from '../../../core/settings/people/member.js'
import { SearchInput } from '../../../ui/search-input.js'
import { Select } from '../../../ui/select.js'
import type { PeopleAddress } from './use-people-address.js'

interface PeopleToolbarProps {
  readonly address: PeopleAddress
  readonly members: readonly Member[]
  readonly teams: readonly Named[]
}

/** Limits the list by words, level, role, team and tag. */
export function PeopleToolbar({ address, members, teams }: PeopleToolbarProps) {
  const t = useTranslations('people')
  const app = useTranslations('app')
  const { filter, change } = address
  const tags = collectTags(members)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2">
      <div className="w-64 max-w-full max-sm:col-span-2 max-sm:w-full">
        <SearchInput
          label={t('search')}
          value={filter.search ?? ''}
          clearLabel={app('clear')}
          onChange={event => change({ search: event.target.value || undefined })}
          onClear={() => change({ search: undefined })}
        />
      </div>
      <Select
        isWideOnPhone
        label={t('level')}
        value={filter.level ?? ''}
        onChange={value => change({ level: (value || undefined) as PermissionLevel | undefined })}
      >
        <option value="">{t('anyLevel')}</option>
        {permissionLevels.map(level => (
          <option key={level} value={level}>
            {t(`levels.${level}`)}
          </option>
        ))}
      </Select>
      <NamedSelect
        label={t('role')}
        anyLabel={t('anyRole')}
        options={collectRoles(members)}
        value={filter.roleId}
        onChange={roleId => change({ roleId })}
      />
      <NamedSelect
        label={t('team')}
        anyLabel={t('anyTeam')}
        options={teams}
        value={filter.teamId}
        onChange={teamId => change({ teamId })}
      />
      {tags.length > 0 || filter.tag ? (
        <Select
          isWideOnPhone
          label={t('tag')}
          value={filter.tag ?? ''}
          onChange={value => change({ tag: value || undefined })}
        >
          <option value="">{t('anyTag')}</option>
          {[...new Set([...tags, ...(filter.tag ? [filter.tag] : [])])].map(tag => (
            <option key={tag}>{tag}</option>
          ))}
        </Select>
      ) : null}
    </div>
  )
}

interface NamedSelectProps {
  readonly label: string
  readonly anyLabel: string
  readonly options: readonly Named[]
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
}

function NamedSelect({ label, anyLabel, options, value, onChange }: NamedSelectProps) {
  const isListed = value === undefined || options.some(({ id }) => id === value)
  return (
    <Select
      isWideOnPhone
      label={label}
      value={String(value ?? '')}
      onChange={text => onChange(text === '' ? undefined : Number(text))}
    >
      <option value="">{anyLabel}</option>
      {isListed ? null : <option value={value}>{value}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
