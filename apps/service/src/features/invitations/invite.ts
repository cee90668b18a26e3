import { sql, type Transaction } from 'kysely'
import { ConflictError, NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Database, PermissionLevel, Tags } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { checkRoleAndTeams } from '../people/check-role-and-teams.js'
import { lockProject } from '../people/lock-project.js'
import { type Invitation, invitationValue, readInvitation } from './invitation.js'
import { pendingInvitations } from './pending-invitations.js'

const DAYS = 7

export interface NewInvitation {
  readonly email: string
  readonly permissionLevel: PermissionLevel
  readonly roleId: number
  readonly teamIds: readonly number[]
  readonly tags: Tags
  /** Whether the link is sent by mail instead of being returned. */
  readonly isMailed: boolean
}

/** Invites a person to a project. The store contains only the hash of the token. */
export async function invite(
  transaction: Transaction<Database>,
  projectId: number,
  person: Person,
  invitation: NewInvitation,
): Promise<Invitation & { readonly token: string }> {
  await lockProject(transaction, projectId)
  await checkRoleAndTeams(transaction, projectId, invitation)
  await refuseMember(transaction, projectId, invitation.email)
  await refuseInvited(transaction, projectId, invitation.email)
  const token = randomText(43)
  const { id } = await transaction
    .insertInto('invitations')
    .values({
      project_id: projectId,
      email: invitation.email,
      permission_level: invitation.permissionLevel,
      role_id: invitation.roleId,
      team_ids: [...invitation.teamIds],
      tags: JSON.stringify(invitation.tags),
      token_hash: hashSecret(token),
      is_mailed: invitation.isMailed,
      invited_by: person.id,
      expires_at: sql<string>`clock_timestamp() + ${DAYS} * interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await openInvitation(transaction, projectId, id)
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'add',
    resource: 'invitation',
    newValue: invitationValue(made),
  })
  return { ...made, token }
}

/** Revokes an invitation: its token no longer works. */
export async function revokeInvitation(
  transaction: Transaction<Database>,
  projectId: number,
  person: Person,
  id: number,
): Promise<void> {
  await lockProject(transaction, projectId)
  const before = await openInvitation(transaction, projectId, id)
  await transaction
    .updateTable('invitations')
    .set({ revoked_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'remove',
    resource: 'invitation',
    previousValue: invitationValue(before),
  })
}

async function openInvitation(transaction: Transaction<Database>, projectId: number, id: number) {
  const invitation = await readInvitation(transaction, projectId, id)
  if (!invitation) throw new NotFoundError('There is no such open invitation in this project.')
  return invitation
}

async function refuseMember(transaction: Transaction<Database>, projectId: number, email: string) {
  const member = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.id')
    .where('members.project_id', '=', projectId)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst()
  if (member) throw new ConflictError(`${email} is already a member.`, 'already_member')
}

async function refuseInvited(transaction: Transaction<Database>, projectId: number, email: string) {
  const pending = await pendingInvitations(transaction)
    .select('id')
    .where('project_id', '=', projectId)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!pending) return
  throw new ConflictError(
    `${email} has an open invitation. Revoke it to create another one.`,
    'already_invited',
  )
}
