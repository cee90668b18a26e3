import { sql, type Transaction } from 'kysely'
import { ConflictError, NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { addMember } from '../people/add-member.js'
import { existing } from '../people/check-role-and-teams.js'
import type { ProjectPerson } from '../people/project-person.js'
import { pendingInvitations } from './pending-invitations.js'

export const noSuchInvitation = () =>
  new NotFoundError('There is no such invitation, or it was used, revoked or has expired.')

/**
 * Makes the invited person a member, once. The caller must have locked the project (`lockProject`) and
 * checked that the person is the invited one.
 */
export async function redeemInvitation(
  transaction: Transaction<Database>,
  {
    projectId,
    invitationId,
    userId,
    actor,
  }: {
    readonly projectId: number
    readonly invitationId: number
    readonly userId: number
    readonly actor: Actor
  },
): Promise<ProjectPerson> {
  const row = await pendingInvitations(transaction)
    .selectAll()
    .where('id', '=', invitationId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchInvitation()
  const [roleId] = await existing(transaction, 'roles', projectId, [row.role_id])
  if (roleId === undefined) {
    throw new ConflictError(
      'The role of this invitation no longer exists. Ask for another invitation.',
      'invitation_outdated',
    )
  }
  await transaction
    .updateTable('invitations')
    .set({ accepted_at: sql<string>`clock_timestamp()` })
    .where('id', '=', invitationId)
    .execute()
  const member = await addMember(transaction, {
    projectId,
    userId,
    permissionLevel: row.permission_level,
    roleId,
    teamIds:
      row.team_ids.length > 0 ? await existing(transaction, 'teams', projectId, row.team_ids) : [],
    tags: row.tags,
    actor,
  })
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'update',
    resource: 'invitation',
    previousValue: { id: row.id, email: row.email, status: 'open' },
    newValue: { id: row.id, email: row.email, status: 'accepted' },
  })
  return member
}

/** Finds the id of an open invitation for this e-mail address to a project. */
export async function findPendingInvitation(
  transaction: Transaction<Database>,
  projectId: number,
  email: string,
): Promise<number | undefined> {
  const row = await pendingInvitations(transaction)
    .select('id')
    .where('project_id', '=', projectId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id
}
