import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'
import { noRights, type RoleRights } from '../roles/rights.js'

/** The permissions of a role in an environment; empty when none were set. */
export async function readRights(
  db: Kysely<Database>,
  environmentId: number,
  roleId: number,
): Promise<RoleRights> {
  const row = await db
    .selectFrom('role_rights')
    .select('rights')
    .where('environment_id', '=', environmentId)
    .where('role_id', '=', roleId)
    .executeTakeFirst()
  return (row?.rights as RoleRights | undefined) ?? noRights
}
