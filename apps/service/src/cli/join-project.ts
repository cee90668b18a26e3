import type { Transaction } from 'kysely'
import { NotFoundError } from '../errors.js'
import { addMember } from '../features/people/add-member.js'
import { lockProject } from '../features/people/lock-project.js'
import type { Database, PermissionLevel } from '../store/schema.js'

/** The role, teams and level of a new member, by name. */
export interface MembershipOptions {
  readonly project: string
  readonly level: PermissionLevel
  readonly role: string
  readonly team: string
}

/** Makes a person a member of a project; the admin log names the service as the actor. */
export async function joinProject(
  transaction: Transaction<Database>,
  userId: number,
  membership: MembershipOptions,
): Promise<void> {
  const projectId = await requireId(
    transaction
      .selectFrom('projects')
      .select('id')
      .where('name', '=', membership.project)
      .where('deleted_at', 'is', null),
    `There is no project '${membership.project}'.`,
  )
  await lockProject(transaction, projectId)
  const find = (table: 'roles' | 'teams', name: string) =>
    requireId(
      transaction
        .selectFrom(table)
        .select('id')
        .where('project_id', '=', projectId)
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .forShare(),
      `The project has no ${table === 'roles' ? 'role' : 'team'} '${name}'.`,
    )
  await addMember(transaction, {
    projectId,
    userId,
    permissionLevel: membership.level,
    roleId: await find('roles', membership.role),
    teamIds: [await find('teams', membership.team)],
    tags: {},
    actor: { initiator: 'service' },
  })
}

async function requireId(
  query: { executeTakeFirst(): Promise<{ id: number } | undefined> },
  message: string,
): Promise<number> {
  const row = await query.executeTakeFirst()
  if (!row) throw new NotFoundError(message)
  return row.id
}
