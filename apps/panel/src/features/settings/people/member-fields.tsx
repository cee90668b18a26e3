import { useTranslations } from 'use-intl'
import { type PermissionLevel, permissionLevels } from '../../../core/settings/has-level.js'
import { collectTagKeys } from '../../../core/settings/people/filter-members.js'
import type { Member, Named } from '../../../core/settings/people/member.js'
import type { TagRow } from '../../../core/settings/people/tag-rows.js'
import { FormSelect } from '../../../ui/form-select.js'
import { CheckList } from './check-list.js'
import { TagsEditor } from './tags-editor.js'

/** What is set of a member, while it is edited. */
export interface MemberDraft {
  readonly permissionLevel: PermissionLevel
  readonly roleId: number | undefined
  readonly teamIds: readonly number[]
  readonly tagRows: readonly TagRow[]
}

type MemberField = 'permissionLevel' | 'roleId' | 'teamIds'

interface MemberFieldsProps {
  readonly draft: MemberDraft
  readonly roles: readonly Named[]
  readonly teams: readonly Named[]
  readonly members: readonly Member[]
  readonly problems: Readonly<Partial<Record<MemberField, string>>>
  /** Whether what is wrong with tags is said. */
  readonly isChecked: boolean
  /** Why the level cannot be lowered. */
  readonly levelNote?: string | undefined
  readonly onChange: (draft: MemberDraft, field: keyof MemberDraft) => void
}

/** Level, role, teams and tags: of a member, or of somebody who is invited. */
export function MemberFields(props: MemberFieldsProps) {
  const { draft, roles, teams, members, problems, isChecked, levelNote, onChange } = props
  const t = useTranslations('people')
  const set = <K extends keyof MemberDraft>(field: K, value: MemberDraft[K]) =>
    onChange({ ...draft, [field]: value }, field)
  return (
    <>
      <FormSelect
        label={t('level')}
        value={draft.permissionLevel}
        options={permissionLevels.map(level => ({ value: level, label: t(`levels.${level}`) }))}
        help={levelNote ?? t(`levelHints.${draft.permissionLevel}`)}
        problem={problems.permissionLevel}
        onChange={value => set('permissionLevel', value as PermissionLevel)}
      />
      <FormSelect
        label={t('role')}
        value={draft.roleId === undefined ? '' : String(draft.roleId)}
        options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        help={t('roleHint')}
        problem={problems.roleId}
        onChange={value => set('roleId', value === '' ? undefined : Number(value))}
      />
      <CheckList
        label={t('teams')}
        options={teams}
        chosen={draft.teamIds}
        help={t('teamsHint')}
        problem={problems.teamIds}
        onChange={ids => set('teamIds', ids)}
      />
      <TagsEditor
        label={t('tags.title')}
        help={t('tags.hint')}
        rows={draft.tagRows}
        knownKeys={collectTagKeys(members)}
        isChecked={isChecked}
        onChange={rows => set('tagRows', rows)}
      />
    </>
  )
}
