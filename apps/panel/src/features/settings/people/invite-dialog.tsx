import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Member, Named } from '../../../core/settings/people/member.js'
import { findTagProblems, toTags } from '../../../core/settings/people/tag-rows.js'
import { request } from '../../../data/service-api.js'
import { useServiceChange } from '../../../data/settings/use-service.js'
import { focusNow } from '../../../ui/focus-now.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormDialog } from '../parts/form-dialog.js'
import { IncompleteError } from '../parts/incomplete-error.js'
import { useFieldProblems } from '../parts/use-field-problems.js'
import type { Invitation } from './invitation.js'
import { type MemberDraft, MemberFields } from './member-fields.js'

interface InviteDialogProps {
  readonly projectPath: string
  readonly roles: readonly Named[]
  readonly teams: readonly Named[]
  readonly members: readonly Member[]
  readonly onInvited: (invitation: Invitation) => void
  readonly onClose: () => void
}

const fields = ['email', 'permissionLevel', 'roleId', 'teamIds'] as const

/** Invites somebody by their e-mail address. */
export function InviteDialog(props: InviteDialogProps) {
  const { projectPath, roles, teams, members, onInvited, onClose } = props
  const t = useTranslations('people')
  const path = `${projectPath}/invitations`
  const send = useServiceChange((body: object) => request<Invitation>('POST', path, body), [path])
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [draft, setDraft] = useState<MemberDraft>({
    permissionLevel: 'user',
    roleId: roles.length === 1 ? roles[0]?.id : undefined,
    teamIds: teams.length === 1 ? teams.map(({ id }) => id) : [],
    tagRows: [],
  })
  const { problems, setProblem, clear, take } = useFieldProblems(fields, {
    already_member: ['email', t('invite.alreadyMember')],
    already_invited: ['email', t('invite.alreadyInvited')],
  })

  /** Whether the form can be sent; what is missing is said at its field. */
  function check(): boolean {
    const missing = [
      ...(/^[^\s@]+@[^\s@]+$/.test(email.trim())
        ? []
        : [['email', 'invite.emailMissing'] as const]),
      ...(draft.roleId === undefined ? [['roleId', 'roleMissing'] as const] : []),
      ...(draft.teamIds.length === 0 ? [['teamIds', 'teamMissing'] as const] : []),
    ]
    for (const [field, text] of missing) setProblem(field, t(text))
    setChecked(true)
    return missing.length === 0 && findTagProblems(draft.tagRows).size === 0
  }

  async function submit() {
    if (!check()) throw new IncompleteError()
    const { permissionLevel, roleId, teamIds, tagRows } = draft
    const tags = toTags(tagRows)
    onInvited(await send({ email: email.trim(), permissionLevel, roleId, teamIds, tags }))
  }

  return (
    <FormDialog
      title={t('invite.title')}
      submitLabel={t('invite.submit')}
      onSubmit={submit}
      onRefused={take}
      onClose={onClose}
    >
      <p className="text-muted">{t('invite.hint')}</p>
      <FormInput
        ref={focusNow}
        type="email"
        label={t('email')}
        value={email}
        maxLength={254}
        problem={problems.email}
        onChange={value => {
          setEmail(value)
          clear('email')
        }}
      />
      <MemberFields
        draft={draft}
        roles={roles}
        teams={teams}
        members={members}
        problems={problems}
        isChecked={isChecked}
        onChange={(next, field) => {
          setDraft(next)
          if (field !== 'tagRows') clear(field)
        }}
      />
    </FormDialog>
  )
}
