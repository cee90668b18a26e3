import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Period, periods, tabViews } from '../../core/approvals/approvals-state.js'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { formatPersonName } from '../../core/text/format-person-name.js'
import { useApprovalsFile } from '../../data/use-approvals.js'
import { useMembers } from '../../data/use-people.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { Button } from '../../ui/button.js'
import { Select } from '../../ui/select.js'
import { saveBlob } from '../../widgets/file/save-blob.js'
import type { ApprovalsAddress } from './use-approvals-address.js'

interface ApprovalFiltersProps {
  readonly address: ApprovalsAddress
  readonly collections: Collections | undefined
}

/** Limits the list, and saves it as a file. */
export function ApprovalFilters({ address, collections }: ApprovalFiltersProps) {
  const t = useTranslations('approvals')
  const { state, change } = address
  const all = [...(collections?.values() ?? [])].filter(each => listAllActions(each).length > 0)
  const actions = new Set(all.flatMap(each => listAllActions(each).map(({ name }) => name)))
  if (state.action) actions.add(state.action)
  const isListed = all.some(({ name }) => name === state.collection)
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Select
        isWideOnPhone
        label={t('filters.action')}
        value={state.action ?? ''}
        onChange={value => change({ action: value || undefined })}
      >
        <option value="">{t('filters.anyAction')}</option>
        {[...actions].sort().map(name => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <RequesterSelect address={address} />
      <Select
        isWideOnPhone
        label={t('filters.collection')}
        value={state.collection ?? ''}
        onChange={value => change({ collection: value || undefined })}
      >
        <option value="">{t('filters.anyCollection')}</option>
        {all.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        {state.collection && !isListed ? <option>{state.collection}</option> : null}
      </Select>
      <Select
        isWideOnPhone
        label={t('filters.date')}
        value={state.period ?? ''}
        onChange={value => change({ period: (value || undefined) as Period | undefined })}
      >
        <option value="">{t('filters.anyDate')}</option>
        {(Object.keys(periods) as Period[]).map(period => (
          <option key={period} value={period}>
            {t(`filters.${period}`)}
          </option>
        ))}
      </Select>
      <CsvButton address={address} />
    </div>
  )
}

const listAllActions = ({ primaryActions, otherActions, hiddenActions }: CollectionModel) => [
  ...primaryActions,
  ...otherActions,
  ...hiddenActions,
]

const sortMembers = (members: readonly ProjectMember[]) =>
  members
    .map(member => ({ id: member.id, name: formatPersonName(member) }))
    .sort((a, b) => a.name.localeCompare(b.name))

function RequesterSelect({ address: { state, change } }: Pick<ApprovalFiltersProps, 'address'>) {
  const t = useTranslations('approvals')
  const { data = [] } = useMembers(sortMembers)
  const isListed = data.some(({ id }) => id === state.requester)
  return (
    <Select
      isWideOnPhone
      label={t('filters.requester')}
      value={String(state.requester ?? '')}
      onChange={value => change({ requester: value ? Number(value) : undefined })}
    >
      <option value="">{t('filters.anybody')}</option>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {state.requester !== undefined && !isListed ? <option>{state.requester}</option> : null}
    </Select>
  )
}

function CsvButton({ address: { state } }: Pick<ApprovalFiltersProps, 'address'>) {
  const t = useTranslations('approvals')
  const describeError = useErrorText()
  const { show } = useToasts()
  const download = useApprovalsFile()
  const [isSaving, setSaving] = useState(false)
  const [view = 'history'] = tabViews[state.tab]

  async function save(): Promise<void> {
    setSaving(true)
    try {
      saveBlob(await download(view, state), 'approvals.csv')
    } catch (error) {
      show({ text: describeError(error), kind: 'danger' })
    } finally {
      setSaving(false)
    }
  }

  return (
    <Button
      look="ghost"
      icon={<Download size={14} aria-hidden="true" />}
      aria-label={t('csvLabel')}
      disabled={isSaving}
      onClick={() => void save()}
    >
      {t('csv')}
    </Button>
  )
}
