import type { Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { listRights, type RoleWithRights } from './read-rights.js'
import { rightsDifference } from './rights-difference.js'

/** Two environments of a project, and the person who copies. */
export interface RightsCopy {
  readonly projectId: number
  readonly fromEnvironmentId: number
  readonly environment: { readonly id: number; readonly name: string }
  readonly actor: Actor
}

/** Copies the permissions of every role from one environment to another. */
export async function copyRights(
  transaction: Transaction<Database>,
  { projectId, fromEnvironmentId, environment, actor }: RightsCopy,
): Promise<void> {
  await lockRoles(transaction, projectId)
  const source = await readSource(transaction, projectId, fromEnvironmentId, environment.id)
  const before = await listRights(transaction, projectId, environment.id)
  const after = await listRights(transaction, projectId, source.id)
  const changes = listChanges(before, after)
  if (changes.length === 0) return
  await replace(transaction, source.id, environment.id)
  const target = { environment: { object: 'environment', name: environment.name } }
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'update',
    resource: 'role-rights',
    previousValue: { ...target, roles: changes.map(change => change.previous) },
    newValue: {
      ...target,
      copiedFrom: { object: 'environment', name: source.name },
      roles: changes.map(change => change.next),
    },
  })
}

/** What the copy changes, role by role. Both lists contain every role of the project in the same order. */
function listChanges(before: readonly RoleWithRights[], after: readonly RoleWithRights[]) {
  return before.flatMap(({ role, rights }, index) => {
    const difference = rightsDifference(rights, after[index]?.rights ?? rights)
    if (!difference) return []
    const subject = { role: { object: 'role', name: role.name } }
    return [
      {
        previous: { ...subject, ...difference.previous },
        next: { ...subject, ...difference.next },
      },
    ]
  })
}

async function replace(transaction: Transaction<Database>, fromId: number, toId: number) {
  await transaction.deleteFrom('role_rights').where('environment_id', '=', toId).execute()
  await transaction
    .insertInto('role_rights')
    .columns(['environment_id', 'role_id', 'rights'])
    .expression(db =>
      db
        .selectFrom('role_rights')
        .select(({ cast, val }) => [
          cast<number>(val(toId), 'bigint').as('environment_id'),
          'role_id',
          'rights',
        ])
        .where('environment_id', '=', fromId),
    )
    .execute()
}

async function readSource(
  transaction: Transaction<Database>,
  projectId: number,
  id: number,
  targetId: number,
) {
  const source = await transaction
    .selectFrom('environments')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('id', '!=', targetId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (source) return source
  throw new InvalidRequestError(
    "'fromEnvironmentId' must be another environment of this project.",
    'invalid_body',
  )
}

/** Locks all roles of a project, so that no permissions change until the transaction ends. */
async function lockRoles(transaction: Transaction<Database>, projectId: number): Promise<void> {
  await transaction
    .selectFrom('roles')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
