import { sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { NamedResource } from '../projects/named-resources.js'

/**
 * Throws when a member or an invitation has the role. The project must be locked. The last role can never be
 * deleted, because the project's admin has it.
 */
export async function refuseUsedRole(
  transaction: Transaction<Database>,
  { id }: NamedResource,
): Promise<void> {
  const { rows } = await sql<{ is_used: boolean }>`
    select
      exists (select from members where role_id = roles.id and project_id = roles.project_id)
      or exists (
        select from invitations
        where project_id = roles.project_id and role_id = roles.id
          and accepted_at is null and revoked_at is null and expires_at > clock_timestamp())
      or exists (
        select from sso_connections
        where project_id = roles.project_id and default_role_id = roles.id) as is_used
    from roles where id = ${id}`.execute(transaction)
  if (rows[0]?.is_used) {
    throw new ConflictError(
      'People, an open invitation or the SSO connection still have this role. Give them another first.',
      'role_in_use',
    )
  }
}
