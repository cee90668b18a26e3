import { sql, type Transaction } from 'kysely'
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import type { Database } from '../../store/schema.js'
import { type Actor, type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { recordSecurityEvent } from '../security-events/security-events.js'
import { removeAllFactors } from './two-factors.js'

/**
 * Removes the second factors of a member who lost them. An account can belong to several projects, so whoever does this
 * must be an Admin in each of them, or an owner of the installation.
 */
export async function removeForMember(
  transaction: Transaction<Database>,
  projectId: number,
  admin: Person,
  userId: number,
): Promise<void> {
  if (userId === admin.id) {
    throw new ConflictError(
      'Remove your own second factors in the security settings of your account.',
      'own_account',
    )
  }
  const member = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.username', 'users.email', 'users.is_owner'])
    .where('members.project_id', '=', projectId)
    .where('users.id', '=', userId)
    .forUpdate('users')
    .executeTakeFirst()
  if (!member) throw new NotFoundError('There is no such person in this project.')
  const actsForAll = admin.isOwner && !isBoundToProject(admin)
  if (!actsForAll) await refuseOthers(transaction, admin, member)
  await removeWithLog(transaction, member, { initiator: 'administrator', person: admin })
}

/** Removes the second factors of an account. Every project of the person has it in its admin log. */
export async function removeWithLog(
  transaction: Transaction<Database>,
  { id, username, email }: ActorPerson,
  actor: Actor,
): Promise<void> {
  if (!(await removeAllFactors(transaction, id))) {
    throw new NotFoundError('The person has no second factor.')
  }
  const by = actor.initiator === 'administrator' ? actor.person.email : undefined
  const details = by === undefined ? {} : { by }
  await recordSecurityEvent(transaction, { userId: id, kind: 'two-factors-removed', details })
  const memberships = await transaction
    .selectFrom('members')
    .select('project_id as projectId')
    .where('user_id', '=', id)
    .orderBy('project_id')
    .execute()
  const previousValue = {
    object: 'two-factors',
    user: { object: 'user', id, username, email },
  }
  for (const { projectId } of memberships) {
    const change = { type: 'remove', resource: 'two-factors', previousValue } as const
    await writeAdminLog(transaction, { projectId, actor, ...change })
  }
}

async function refuseOthers(
  transaction: Transaction<Database>,
  admin: Person,
  member: { readonly id: number; readonly is_owner: boolean },
): Promise<void> {
  const other = await transaction
    .selectFrom('members')
    .innerJoin('projects', 'projects.id', 'members.project_id')
    .select('projects.id')
    .where('members.user_id', '=', member.id)
    .where('projects.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from members as own where own.project_id = projects.id
        and own.user_id = ${admin.id} and own.permission_level = 'admin')`,
    )
    .limit(1)
    .executeTakeFirst()
  if (!other && !member.is_owner && !isBoundToProject(admin)) return
  throw new ForbiddenError(
    'The account of this person gives access to more than this project. An owner of the installation can remove its second factors, or whoever runs the service: npx @service/cli user remove-factors EMAIL.',
    'other_projects',
  )
}
