import type { WireUser } from '@service/protocol'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../store/schema.js'
import type { DocumentTarget } from './document-target.js'

/** The users of an environment: members of its project whose accounts are enabled. */
export async function buildUsers(
  db: Kysely<Database>,
  { projectId, environmentId }: DocumentTarget,
): Promise<readonly WireUser[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('roles', 'roles.id', 'members.role_id')
    .select([
      'users.id',
      'users.email',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.session_version',
      'members.permission_level',
      'members.tags',
      'roles.id as role_id',
      'roles.name as role',
      sql<number[]>`array(
        select renderings.id from team_members
        join teams on teams.id = team_members.team_id and teams.deleted_at is null
        join renderings on renderings.team_id = teams.id
          and renderings.environment_id = ${environmentId}
        where team_members.project_id = members.project_id
          and team_members.user_id = members.user_id
        order by renderings.id)`.as('rendering_ids'),
    ])
    .where('members.project_id', '=', projectId)
    .where('users.disabled_at', 'is', null)
    .orderBy('users.id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: `${row.first_name} ${row.last_name}`.trim(),
    permissionLevel: row.permission_level,
    roleId: row.role_id,
    tags: row.tags,
    role: row.role,
    renderingIds: row.rendering_ids,
    username: row.username,
    sessionVersion: row.session_version,
  }))
}
