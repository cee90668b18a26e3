import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type PermissionLevel, permissionLevels } from '../../../core/settings/has-level.js'
import { collectTagKeys } from '../../../core/settings/people/filter-members.js'
import type { Member, Named } from '../../../core/settings/people/member.js'
import { planGroupChange } from '../../../core/settings/people/member-changes.js'
import { findTagProblems, type TagRow, toTags } from '../../../core/settings/people/tag-rows.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { usePlace } from '../../../data/place-context.js'
import { type FailedChange, useMemberChanges } from '../../../data/settings/use-all-members.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { FormSelect } from '../../../ui/form-select.js'
import { ProgressLine } from '../../../ui/progress-line.js'
import { FormDialog } from '../parts/form-dialog.js'
import { CheckList } from './check-list.js'
import { TagsEditor } from './tags-editor.js'

interface GroupDialogProps {
  readonly members: readonly Member[]
  readonly chosen: readonly Member[]
  readonly teams: readonly Named[]
  readonly roles: readonly Named[]
  /** Those who could not be changed stay chosen. */
  readonly onDone: (changed: number, failed: readonly FailedChange[]) => void
  readonly onClose: () => void
}

/** Changes several members at once. */
export function GroupDialog({ members, chosen, teams, roles, onDone, onClose }: GroupDialogProps) {
  const t = useTranslations('people')
  const describeError = useErrorText()
  const { project } = usePlace().place
  const { changeAll } = useMemberChanges(project.id)
  const [level, setLevel] = useState<PermissionLevel>()
  const [roleId, setRoleId] = useState<number>()
  const [addedTeamIds, setAdded] = useState<readonly number[]>([])
  const [removedTeamIds, setRemoved] = useState<readonly number[]>([])
  const [tagRows, setTagRows] = useState<readonly TagRow[]>([])
  const [removedTags, setRemovedTags] = useState<readonly string[]>([])
  const [done, setDone] = useState<number>()
  const [failed, setFailed] = useState<readonly FailedChange[]>([])
  const plan = planGroupChange(members, chosen, {
    ...{ permissionLevel: level, roleId, addedTeamIds, removedTeamIds, removedTags },
    addedTags: toTags(tagRows),
  })
  const usedTeams = teams.filter(({ id }) =>
    chosen.some(member => member.teams.some(team => team.id === id)),
  )
  const usedKeys = collectTagKeys(chosen)

  async function submit() {
    const notChanged = await changeAll(plan.changes, setDone)
    setDone(undefined)
    const changed = plan.changes.length - notChanged.length
    onDone(changed, notChanged)
    if (notChanged.length === 0) return
    setFailed(notChanged)
    throw new PartlyFailedError()
  }

  return (
    <FormDialog
      title={t('group.title', { count: chosen.length })}
      submitLabel={t('group.submit', { count: plan.changes.length })}
      shape="wide"
      isComplete={plan.changes.length > 0 && findTagProblems(tagRows).size === 0}
      onSubmit={submit}
      onRefused={error => error instanceof PartlyFailedError}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect
          label={t('level')}
          value={level ?? ''}
          noneLabel={t('group.keep')}
          options={permissionLevels.map(value => ({ value, label: t(`levels.${value}`) }))}
          help={level && t(`levelHints.${level}`)}
          onChange={value => setLevel((value || undefined) as PermissionLevel | undefined)}
        />
        <FormSelect
          label={t('role')}
          value={roleId === undefined ? '' : String(roleId)}
          noneLabel={t('group.keep')}
          options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={value => setRoleId(value === '' ? undefined : Number(value))}
        />
      </div>
      <CheckList
        label={t('group.addTeams')}
        options={teams}
        chosen={addedTeamIds}
        onChange={ids => {
          setAdded(ids)
          setRemoved(known => known.filter(id => !ids.includes(id)))
        }}
      />
      {usedTeams.length > 0 ? (
        <CheckList
          label={t('group.removeTeams')}
          options={usedTeams}
          chosen={removedTeamIds}
          onChange={ids => {
            setRemoved(ids)
            setAdded(known => known.filter(id => !ids.includes(id)))
          }}
        />
      ) : null}
      <TagsEditor
        label={t('group.setTags')}
        help={t('group.setTagsHint')}
        rows={tagRows}
        knownKeys={collectTagKeys(members)}
        isChecked
        onChange={setTagRows}
      />
      {usedKeys.length > 0 ? (
        <CheckList
          label={t('group.removeTags')}
          options={usedKeys.map(key => ({ id: key, name: key }))}
          chosen={removedTags}
          onChange={setRemovedTags}
        />
      ) : null}
      <div aria-live="polite" className="flex flex-col gap-1 text-muted">
        {plan.unchanged.length > 0 && plan.changes.length + plan.refused.length > 0 ? (
          <p>{t('group.unchanged', { count: plan.unchanged.length })}</p>
        ) : null}
        {plan.refused.map(({ member, reason }) => (
          <p key={member.id} className="text-danger">
            {t(`group.refused.${reason}`, { name: formatPersonName(member) })}
          </p>
        ))}
        {failed.map(({ member, error }) => (
          <p key={member.id} role="alert" className="text-danger">
            {formatPersonName(member)}: {describeError(error)}
          </p>
        ))}
        {done === undefined ? null : (
          <ProgressLine
            label={t('group.progress', { done, count: plan.changes.length })}
            value={done}
            max={plan.changes.length}
          />
        )}
      </div>
    </FormDialog>
  )
}

/** Some could not be changed, and the dialog names them. */
class PartlyFailedError extends Error {}
