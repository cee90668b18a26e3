import type { Transaction } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database, PermissionLevel, Tags } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { removePrivateViews } from '../views/remove-private-views.js'
import { checkRoleAndTeams } from './check-role-and-teams.js'
import { lockProject, requireAnotherAdmin } from './lock-project.js'
import type { ProjectPerson } from './project-person.js'
import { readProjectPerson } from './read-people.js'
import { setTeams } from './set-teams.js'
import { userProjectChange, userProjectValue } from './user-project-value.js'

export interface MemberChange {
  readonly permissionLevel?: PermissionLevel
  readonly roleId?: number
  readonly teamIds?: readonly number[]
  readonly tags?: Tags
}

/** A member and the person who makes the change. */
export interface MemberTarget {
  readonly projectId: number
  readonly userId: number
  readonly actor: Actor
}

/** Changes the level, role, teams or tags of a member. Absent fields stay. */
export async function changeMember(
  transaction: Transaction<Database>,
  { projectId, userId, actor }: MemberTarget,
  change: MemberChange,
): Promise<ProjectPerson> {
  await lockProject(transaction, projectId)
  const before = await requireMember(transaction, projectId, userId)
  await checkRoleAndTeams(transaction, projectId, change)
  if (before.permissionLevel === 'admin' && (change.permissionLevel ?? 'admin') !== 'admin') {
    await requireAnotherAdmin(transaction, projectId, userId)
  }
  await transaction
    .updateTable('members')
    .set({
      permission_level: change.permissionLevel ?? before.permissionLevel,
      role_id: change.roleId ?? before.role.id,
      tags: JSON.stringify(change.tags ?? before.tags),
    })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  if (change.teamIds) await setTeams(transaction, projectId, userId, change.teamIds)
  const after = await requireMember(transaction, projectId, userId)
  const values = userProjectChange(before, after)
  if (values) {
    const resource = 'user-project'
    await writeAdminLog(transaction, { projectId, actor, type: 'update', resource, ...values })
  }
  return after
}

/**
 * Removes a person from a project. The account and what the person wrote remain; their private views, which
 * nobody else sees, do not.
 */
export async function removeMember(
  transaction: Transaction<Database>,
  { projectId, userId, actor }: MemberTarget,
): Promise<void> {
  await lockProject(transaction, projectId)
  const before = await requireMember(transaction, projectId, userId)
  if (before.permissionLevel === 'admin') await requireAnotherAdmin(transaction, projectId, userId)
  await removePrivateViews(transaction, projectId, userId)
  await transaction
    .deleteFrom('members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'remove',
    resource: 'user-project',
    previousValue: userProjectValue(before),
  })
}

async function requireMember(
  transaction: Transaction<Database>,
  projectId: number,
  userId: number,
) {
  const person = await readProjectPerson(transaction, projectId, userId)
  if (!person) throw new NotFoundError('There is no such person in this project.')
  return person
}
