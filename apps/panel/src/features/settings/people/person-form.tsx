import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isLastAdmin, type Member, type Named } from '../../../core/settings/people/member.js'
import { findMemberChange } from '../../../core/settings/people/member-changes.js'
import { findTagProblems, listTagRows, toTags } from '../../../core/settings/people/tag-rows.js'
import { formatPersonName } from '../../../core/text/format-person-name.js'
import { usePlace } from '../../../data/place-context.js'
import { useMemberChanges } from '../../../data/settings/use-all-members.js'
import { formatKeys } from '../../../shell/format-keys.js'
import LeaveDialog from '../../../shell/record/leave-dialog.js'
import { useToasts } from '../../../shell/toasts.js'
import { useErrorText } from '../../../shell/use-error-text.js'
import { useLeaving } from '../../../shell/use-leaving.js'
import { Button } from '../../../ui/button.js'
import { Drawer, DrawerBody, DrawerFooter, DrawerForm } from '../../../ui/drawer.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import { type MemberDraft, MemberFields } from './member-fields.js'
import { PersonSignIn } from './person-sign-in.js'
import { RemoveSection } from './remove-section.js'
import { useWhatEnds } from './use-what-ends.js'
import { WhatEndsNote } from './what-ends-note.js'

interface PersonFormProps {
  readonly member: Member
  readonly projectPath: string
  readonly members: readonly Member[]
  readonly teams: readonly Named[]
  readonly roles: readonly Named[]
  readonly onClose: () => void
}

const fields = ['permissionLevel', 'roleId', 'teamIds'] as const
const submitKeys = ['Enter', 's']

/** Changes the level, role, teams and tags of a member, or removes them. */
export function PersonForm(props: PersonFormProps) {
  const { member, projectPath, members, teams, roles, onClose } = props
  const t = useTranslations('people')
  const record = useTranslations('record')
  const describeError = useErrorText()
  const { show } = useToasts()
  const { project } = usePlace().place
  const { change } = useMemberChanges(project.id)
  const [draft, setDraft] = useState<MemberDraft>(() => ({
    permissionLevel: member.permissionLevel,
    roleId: member.role.id,
    teamIds: member.teams.map(({ id }) => id),
    tagRows: listTagRows(member.tags ?? {}),
  }))
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const { problems, setProblem, clear, take } = useFieldProblems(fields, {
    last_admin: ['permissionLevel', t('lastAdmin')],
  })
  const ends = useWhatEnds(projectPath, member.id)
  const name = formatPersonName(member)
  const isLast = isLastAdmin(members, member)
  const changed = findMemberChange(member, {
    permissionLevel: draft.permissionLevel,
    roleId: draft.roleId ?? member.role.id,
    teamIds: draft.teamIds,
    tags: toTags(draft.tagRows),
  })
  const leaving = useLeaving(changed !== undefined && !isSaving, onClose)
  const isLowered = member.permissionLevel === 'admin' && draft.permissionLevel !== 'admin'
  const isNoDeveloper = isLowered && draft.permissionLevel !== 'developer'

  async function submit() {
    setChecked(true)
    setError(undefined)
    if (draft.teamIds.length === 0) setProblem('teamIds', t('teamMissing'))
    if (isLast && isLowered) setProblem('permissionLevel', t('lastAdmin'))
    const isWrong = draft.teamIds.length === 0 || findTagProblems(draft.tagRows).size > 0
    if (isSaving || isWrong || (isLast && isLowered)) return
    if (!changed) return onClose()
    setSaving(true)
    try {
      await change(member.id, changed)
      show({ kind: 'success', text: t('saved', { name }) })
      onClose()
    } catch (cause) {
      if (!take(cause)) setError(describeError(cause))
      setSaving(false)
    }
  }

  return (
    <Drawer
      isOpen
      onClose={leaving.ask}
      title={name}
      subject={member.email}
      closeLabel={record('cancel')}
    >
      <DrawerForm keys={submitKeys} onSubmit={() => void submit()}>
        <DrawerBody>
          {member.isUnverified ? (
            <p className="rounded-control bg-sunken px-3 py-2 text-small text-muted">
              {t('unverified')}
            </p>
          ) : null}
          <MemberFields
            draft={draft}
            roles={roles}
            teams={teams}
            members={members}
            problems={problems}
            isChecked={isChecked}
            levelNote={isLast ? t('lastAdmin') : undefined}
            onChange={(next, field) => {
              setDraft(next)
              if (field !== 'tagRows') clear(field)
            }}
          />
          {isLowered && ends ? (
            <WhatEndsNote
              tokens={ends.tokens}
              environments={isNoDeveloper ? ends.environments : []}
            />
          ) : null}
          <PersonSignIn person={member} />
          <RemoveSection
            member={member}
            isLast={isLast}
            ends={ends}
            onRemoved={() => {
              show({ kind: 'success', text: t('remove.done', { name }) })
              onClose()
            }}
          />
        </DrawerBody>
        <DrawerFooter>
          {error ? (
            <p role="alert" className="w-full min-w-0 wrap-anywhere text-danger">
              {error}
            </p>
          ) : null}
          <Button size="form" onClick={leaving.ask} keys={formatKeys('escape')}>
            {record('cancel')}
          </Button>
          <Button
            type="submit"
            size="form"
            look="primary"
            disabled={isSaving || !changed}
            keys={formatKeys('mod+s')}
          >
            {t('save')}
          </Button>
        </DrawerFooter>
      </DrawerForm>
      {leaving.isAsking ? (
        <LeaveDialog
          title={record('leaveTitle')}
          text={record('leaveText')}
          onStay={leaving.stay}
          onDiscard={leaving.leave}
        />
      ) : null}
    </Drawer>
  )
}
