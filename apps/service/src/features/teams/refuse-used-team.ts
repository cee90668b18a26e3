import { sql, type Transaction } from 'kysely'
import { ConflictError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { NamedResource } from '../projects/named-resources.js'

/** Throws when a member or an invitation is in the team. The project must be locked. */
export async function refuseUsedTeam(
  transaction: Transaction<Database>,
  { id }: NamedResource,
): Promise<void> {
  const { rows } = await sql<{ is_used: boolean; is_last: boolean }>`
    select
      exists (select from team_members where team_id = teams.id and project_id = teams.project_id)
      or exists (
        select from invitations
        where project_id = teams.project_id and teams.id = any (team_ids)
          and accepted_at is null and revoked_at is null and expires_at > clock_timestamp())
      or exists (
        select from sso_connections
        where project_id = teams.project_id and default_team_id = teams.id) as is_used,
      not exists (
        select from teams as other
        where other.project_id = teams.project_id and other.id <> teams.id
          and other.deleted_at is null) as is_last
    from teams where id = ${id}`.execute(transaction)
  if (rows[0]?.is_used) {
    throw new ConflictError(
      'People, an open invitation or the SSO connection are still in this team. Move them first.',
      'team_in_use',
    )
  }
  if (rows[0]?.is_last) throw new ConflictError('A project needs a team.', 'last_team')
}
