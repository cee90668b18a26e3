import { matchesEtag } from '@service/http'
import { sql, type Transaction } from 'kysely'
import { NotFoundError, PreconditionFailedError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { type RoleWithRights, readRights } from './read-rights.js'
import type { RoleRights } from './rights.js'
import { rightsDifference } from './rights-difference.js'

/** A role in an environment, and the person who changes its permissions. */
export interface RightsTarget {
  readonly projectId: number
  readonly environment: { readonly id: number; readonly name: string }
  readonly roleId: number
  readonly actor: Actor
  /** The tags of versions that may be replaced, as in `If-Match`. Absent: any. */
  readonly ifMatch?: string | undefined
}

/** Sets the permissions of a role in an environment, and returns them as they are then. */
export async function setRights(
  transaction: Transaction<Database>,
  { projectId, environment, roleId, actor, ifMatch }: RightsTarget,
  rights: RoleRights,
): Promise<RoleWithRights> {
  await lockRole(transaction, projectId, roleId)
  const before = await readRights(transaction, projectId, environment.id, roleId)
  refuseChanged(before, ifMatch)
  const difference = rightsDifference(before.rights, rights)
  if (!difference) return before
  const document = JSON.stringify(rights)
  await transaction
    .insertInto('role_rights')
    .values({ environment_id: environment.id, role_id: roleId, rights: document })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'role_id'])
        .doUpdateSet({ rights: document, updated_at: sql<Instant>`clock_timestamp()` }),
    )
    .execute()
  const subject = {
    role: { object: 'role', name: before.role.name },
    environment: { object: 'environment', name: environment.name },
  }
  await writeAdminLog(transaction, {
    projectId,
    actor,
    type: before.updatedAt === null ? 'add' : 'update',
    resource: 'role-rights',
    ...(before.updatedAt !== null && { previousValue: { ...subject, ...difference.previous } }),
    newValue: { ...subject, ...difference.next },
  })
  return readRights(transaction, projectId, environment.id, roleId)
}

/** Throws when somebody else changed the permissions since the caller read them. */
function refuseChanged({ role, tag, updatedAt }: RoleWithRights, ifMatch: string | undefined) {
  if (ifMatch === undefined || matchesEtag(ifMatch, `"${tag}"`)) return
  const cause =
    updatedAt === null
      ? `The role '${role.name}' has no rights in this environment any more.`
      : `The rights of the role '${role.name}' were changed at ${updatedAt}.`
  throw new PreconditionFailedError(
    `${cause} Read them again, then repeat your change.`,
    'rights_changed',
  )
}

/** Locks a role, so that one transaction at a time changes its permissions. */
async function lockRole(
  transaction: Transaction<Database>,
  projectId: number,
  roleId: number,
): Promise<void> {
  const role = await transaction
    .selectFrom('roles')
    .select('id')
    .where('id', '=', roleId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!role) throw new NotFoundError('There is no such role in this project.')
}
