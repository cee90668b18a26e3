import { type Kysely, sql } from 'kysely'
import type { Database, PermissionLevel } from '../../store/schema.js'

/** An environment to which OAuth clients request access. */
export interface ConsentTarget {
  readonly environmentId: number
  readonly environmentName: string
  readonly projectId: number
  readonly projectName: string
  readonly isSsoRequired: boolean
  readonly requiresTwoFactors: boolean
}

export async function findConsentTarget(
  db: Kysely<Database>,
  environmentId: number,
): Promise<ConsentTarget | undefined> {
  const row = await db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('sso_connections', 'sso_connections.project_id', 'projects.id')
    .select([
      'environments.id as environmentId',
      'environments.name as environmentName',
      'projects.id as projectId',
      'projects.name as projectName',
      'projects.requires_two_factors as requiresTwoFactors',
      'sso_connections.is_required as isSsoRequired',
    ])
    .where('environments.id', '=', environmentId)
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, isSsoRequired: row.isSsoRequired ?? false }
}

/** The level of a person in the project, and their teams by rendering. */
export interface ConsentMembership {
  readonly level: PermissionLevel
  readonly teams: readonly { readonly renderingId: number; readonly name: string }[]
}

/** Undefined for people who are not members. */
export async function findConsentMembership(
  db: Kysely<Database>,
  { projectId, environmentId }: ConsentTarget,
  userId: number,
): Promise<ConsentMembership | undefined> {
  return db
    .selectFrom('members')
    .select('permission_level as level')
    .select(
      sql<ConsentMembership['teams']>`coalesce(
        (select json_agg(json_build_object('renderingId', renderings.id, 'name', teams.name)
           order by teams.name)
         from team_members
         join teams on teams.id = team_members.team_id and teams.deleted_at is null
         join renderings on renderings.team_id = teams.id
           and renderings.environment_id = ${environmentId}
         where team_members.project_id = members.project_id
           and team_members.user_id = members.user_id),
        '[]')`.as('teams'),
    )
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
