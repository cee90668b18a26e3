import { activityLogActions } from '@service/protocol'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProjectMember } from '../../../core/forms/group-approvers.js'
import { isLimited, type LogFacet } from '../../../core/logs/log-state.js'
import { adminChanges, adminInitiators, adminResources } from '../../../core/logs/log-values.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { useMembers } from '../../../data/use-people.js'
import { useSchema } from '../../../data/use-schema.js'
import { Button } from '../../../ui/button.js'
import { Input } from '../../../ui/input.js'
import { Select } from '../../../ui/select.js'
import { TimeFacet } from './time-facet.js'
import type { LogAddress } from './use-log-address.js'
import { nameValue } from './use-log-words.js'

interface FacetProps {
  readonly address: LogAddress
}

/** What a log is limited by. Each change is one request, and in the address. */
export function LogFacets({ address }: FacetProps) {
  const t = useTranslations('logs')
  const { state, change } = address
  return (
    <search
      aria-label={t('limits')}
      className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-1 max-sm:grid max-sm:grid-cols-2 max-sm:px-3"
    >
      <TimeFacet address={address} />
      <PersonFacet address={address} />
      {address.log === 'activity-logs' ? (
        <ActivityFacets address={address} />
      ) : (
        <AdminFacets address={address} />
      )}
      {isLimited(state) ? (
        <Button
          look="ghost"
          icon={<X size={14} aria-hidden="true" />}
          onClick={() => change({ facets: {}, period: undefined, from: undefined, to: undefined })}
        >
          {t('removeLimits')}
        </Button>
      ) : null}
    </search>
  )
}

const sortMembers = (members: readonly ProjectMember[]) =>
  members
    .map(member => ({ value: String(member.id), label: formatPersonName(member) }))
    .sort((a, b) => a.label.localeCompare(b.label))

function PersonFacet({ address }: FacetProps) {
  const t = useTranslations('logs')
  const { data = [] } = useMembers(sortMembers)
  return <FacetSelect address={address} facet="person" any={t('any.person')} options={data} />
}

function ActivityFacets({ address }: FacetProps) {
  const t = useTranslations('logs')
  // The log can be read while the agent cannot.
  const { data } = useSchema()
  const collections = [...(data?.collections.values() ?? [])].map(({ name, label }) => ({
    value: name,
    label,
  }))
  return (
    <>
      <FacetSelect
        address={address}
        facet="action"
        any={t('any.action')}
        options={activityLogActions.map(value => ({
          value,
          label: nameValue(t, 'actions', value),
        }))}
      />
      <FacetSelect
        address={address}
        facet="type"
        any={t('any.type')}
        options={(['read', 'write'] as const).map(value => ({ value, label: t(`types.${value}`) }))}
      />
      <FacetSelect
        address={address}
        facet="collection"
        any={t('any.collection')}
        options={collections.sort((a, b) => a.label.localeCompare(b.label))}
      />
      <FacetSelect
        address={address}
        facet="status"
        any={t('any.status')}
        options={[{ value: 'failed', label: t('failed') }]}
      />
      <TextFacet address={address} facet="record" />
      <TextFacet address={address} facet="team" />
    </>
  )
}

function AdminFacets({ address }: FacetProps) {
  const t = useTranslations('logs')
  return (
    <>
      <FacetSelect
        address={address}
        facet="resource"
        any={t('any.resource')}
        options={adminResources.map(value => ({ value, label: nameValue(t, 'resources', value) }))}
      />
      <FacetSelect
        address={address}
        facet="change"
        any={t('any.change')}
        options={adminChanges.map(value => ({ value, label: nameValue(t, 'changes', value) }))}
      />
      <FacetSelect
        address={address}
        facet="initiator"
        any={t('any.initiator')}
        options={adminInitiators.map(value => ({
          value,
          label: nameValue(t, 'initiators', value),
        }))}
      />
    </>
  )
}

interface FacetSelectProps extends FacetProps {
  readonly facet: LogFacet
  /** The words for no limit. */
  readonly any: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

function FacetSelect({ address, facet, any, options }: FacetSelectProps) {
  const t = useTranslations('logs')
  const value = address.state.facets[facet] ?? ''
  const isListed = options.some(option => option.value === value)
  return (
    <Select
      isWideOnPhone
      label={t(`facets.${facet}`)}
      value={value}
      onChange={next => address.changeFacet(facet, next)}
    >
      <option value="">{any}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {value === '' || isListed ? null : <option>{value}</option>}
    </Select>
  )
}

/** A text that must match as a whole: it is applied when the person is done with it. */
function TextFacet({ address, facet }: FacetProps & { readonly facet: 'record' | 'team' }) {
  const t = useTranslations('logs')
  const value = address.state.facets[facet] ?? ''
  return (
    <AppliedInput
      key={value}
      label={t(`facets.${facet}`)}
      value={value}
      onApply={next => address.changeFacet(facet, next)}
    />
  )
}

interface AppliedInputProps {
  readonly label: string
  readonly value: string
  readonly onApply: (value: string) => void
}

function AppliedInput({ label, value, onApply }: AppliedInputProps): ReactNode {
  const [text, setText] = useState(value)
  const apply = () => {
    if (text.trim() !== value) onApply(text.trim())
  }
  return (
    <span className="w-32 max-sm:w-full">
      <Input
        label={label}
        placeholder={label}
        value={text}
        maxLength={500}
        onChange={event => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={event => {
          if (event.key === 'Enter') apply()
        }}
      />
    </span>
  )
}
