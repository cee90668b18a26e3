import { useTranslations } from 'use-intl'
import type { SsoDraft } from '../../../core/settings/sso-draft.js'
import { useServiceData } from '../../../data/settings/use-service.js'
import { FormSelect } from '../../../ui/form-select.js'

interface NewcomerFieldsProps {
  readonly projectId: number
  readonly draft: SsoDraft
  readonly onChange: (change: Partial<SsoDraft>) => void
}

interface Named {
  readonly data: readonly { readonly id: number; readonly name: string }[]
}

/** What somebody gets who signs in and was not invited. */
export function NewcomerFields({ projectId, draft, onChange }: NewcomerFieldsProps) {
  const t = useTranslations('sso')
  const roles = useServiceData<Named>(`/api/projects/${projectId}/roles`)
  const teams = useServiceData<Named>(`/api/projects/${projectId}/teams`)
  return (
    <>
      <FormSelect
        label={t('role')}
        help={t('roleHint')}
        noneLabel={t('noRole')}
        value={draft.roleId}
        options={listOptions(roles.data)}
        onChange={roleId => onChange({ roleId })}
      />
      {draft.roleId === '' ? null : (
        <FormSelect
          label={t('team')}
          noneLabel={t('noTeam')}
          value={draft.teamId}
          options={listOptions(teams.data)}
          onChange={teamId => onChange({ teamId })}
        />
      )}
    </>
  )
}

const listOptions = (named: Named | undefined) =>
  (named?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
