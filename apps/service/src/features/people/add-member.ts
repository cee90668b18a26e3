import type { Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database, PermissionLevel, Tags } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { checkAdoption } from './adoption.js'
import type { ProjectPerson } from './project-person.js'
import { readProjectPerson } from './read-people.js'
import { setTeams } from './set-teams.js'
import { userProjectValue } from './user-project-value.js'

export interface NewMember {
  readonly projectId: number
  readonly userId: number
  readonly permissionLevel: PermissionLevel
  /** A role and teams of this project; the caller has checked them. */
  readonly roleId: number
  readonly teamIds: readonly number[]
  readonly tags: Tags
  readonly actor: Actor
}

/** Makes a person a member of a project and writes the admin log. */
export async function addMember(
  transaction: Transaction<Database>,
  { projectId, userId, actor, ...membership }: NewMember,
): Promise<ProjectPerson> {
  await checkAdoption(transaction, projectId, userId)
  const added = await transaction
    .insertInto('members')
    .values({
      project_id: projectId,
      user_id: userId,
      permission_level: membership.permissionLevel,
      role_id: membership.roleId,
      tags: JSON.stringify(membership.tags),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!added) throw new ConflictError('This person is already a member.', 'already_member')
  await setTeams(transaction, projectId, userId, membership.teamIds)
  const person = await readProjectPerson(transaction, projectId, userId)
  if (!person) throw new Error(`The member ${userId} of project ${projectId} was not stored.`)
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'add',
    resource: 'user-project',
    newValue: userProjectValue(person),
  })
  return person
}
