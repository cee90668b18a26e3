import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'
import { noRights, RoleRights } from './rights.js'

/** The permissions of one role in an environment. */
export const RoleWithRights = z
  .object({
    role: z.object({ id: z.number().int(), name: z.string() }),
    rights: RoleRights,
    updatedAt: Moment.nullable().meta({
      description: 'Null while the role has no permissions here.',
    }),
    tag: z.string().meta({
      description:
        'Of this version of `rights`: what `If-Match` takes. `none` while there are none.',
    }),
  })
  .meta({ id: 'RoleWithRights' })
export type RoleWithRights = z.output<typeof RoleWithRights>

/** The tag of a row of `role_rights`, which is null when a join found none. */
const rightsTag: RawBuilder<string> = sql<string>`coalesce(md5(role_rights.rights::text), 'none')`

/** Lists the permissions of every role of a project in an environment. */
export async function listRights(
  db: Kysely<Database>,
  projectId: number,
  environmentId: number,
): Promise<RoleWithRights[]> {
  const rows = await select(db, projectId, environmentId).orderBy('roles.name').execute()
  return rows.map(roleWithRights)
}

/**
 * Reads the permissions of one role in an environment; throws "not found" when the role is not in this
 * project.
 */
export async function readRights(
  db: Kysely<Database>,
  projectId: number,
  environmentId: number,
  roleId: number,
): Promise<RoleWithRights> {
  const row = await select(db, projectId, environmentId)
    .where('roles.id', '=', roleId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such role in this project.')
  return roleWithRights(row)
}

function select(db: Kysely<Database>, projectId: number, environmentId: number) {
  return db
    .selectFrom('roles')
    .leftJoin('role_rights', join =>
      join
        .onRef('role_rights.role_id', '=', 'roles.id')
        .on('role_rights.environment_id', '=', environmentId),
    )
    .select([
      'roles.id',
      'roles.name',
      'role_rights.rights',
      'role_rights.updated_at',
      rightsTag.as('tag'),
    ])
    .where('roles.project_id', '=', projectId)
    .where('roles.deleted_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function roleWithRights({ id, name, rights, updated_at, tag }: Row): RoleWithRights {
  return {
    role: { id, name },
    // Only documents that passed `RoleRights` are stored.
    rights: (rights as RoleRights | null) ?? noRights,
    updatedAt: updated_at,
    tag,
  }
}
