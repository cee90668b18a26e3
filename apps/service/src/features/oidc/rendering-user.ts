import { type Kysely, sql } from 'kysely'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import type { Credential } from '../../http/access/callers.js'
import { checkSso } from '../../http/access/check-sso.js'
import { checkTwoFactors } from '../../http/access/check-two-factors.js'
import type { Database, PermissionLevel, Tags } from '../../store/schema.js'

/** A person in a rendering: an environment as one of its teams sees it. */
export interface RenderingUser {
  readonly projectId: number
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly level: PermissionLevel
  readonly role: { readonly id: number; readonly name: string }
  readonly tags: Tags
  /** All of the person's teams, the one of the rendering first. */
  readonly teams: readonly string[]
  readonly sessionVersion: number
}

export interface RenderingSearch {
  readonly environmentId: number
  readonly renderingId: number
  readonly userId: number
  /** How the person signed in. */
  readonly credential: Credential
}

/**
 * Finds the current membership of a person in a rendering; throws an error that may be shown to them when
 * they may not use it.
 */
export async function findRenderingUser(
  db: Kysely<Database>,
  search: RenderingSearch,
): Promise<RenderingUser> {
  const row = await readRendering(db, search)
  if (!row) throw noSuchRendering(search.renderingId)
  const { permission_level: level, role_id: id, role_name: name } = row
  if (level === null || id === null || name === null || row.email === null) {
    throw new ForbiddenError(
      `You are not a member of the project '${row.project_name}'.`,
      'not_a_member',
    )
  }
  const { project_id: projectId, requires_two_factors: requiresTwoFactors } = row
  const isSsoRequired = row.is_sso_required ?? false
  checkSso(search, { id: projectId, isSsoRequired }, false)
  checkTwoFactors(search, { id: projectId, requiresTwoFactors })
  if (!row.teams.includes(row.team_name)) {
    const about = { team: row.team_name }
    throw new ForbiddenError(`You are not in the team '${row.team_name}'.`, 'not_in_team', about)
  }
  return {
    projectId: row.project_id,
    username: row.username ?? '',
    email: row.email,
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    level,
    role: { id, name },
    tags: row.tags ?? {},
    teams: [row.team_name, ...row.teams.filter(team => team !== row.team_name)],
    sessionVersion: row.session_version ?? 0,
  }
}

/** Throws when a rendering is not in the environment, before a sign-in is required. */
export async function refuseUnknownRendering(
  db: Kysely<Database>,
  environmentId: number,
  renderingId: number,
): Promise<void> {
  const row = await db
    .selectFrom('renderings')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where('id', '=', renderingId)
    .executeTakeFirst()
  if (!row) throw noSuchRendering(renderingId)
}

const noSuchRendering = (id: number) =>
  new NotFoundError(`There is no rendering ${id} in this environment.`)

function readRendering(
  db: Kysely<Database>,
  { environmentId, renderingId, userId }: RenderingSearch,
) {
  return db
    .selectFrom('renderings')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .innerJoin('projects', 'projects.id', 'teams.project_id')
    .leftJoin('sso_connections', 'sso_connections.project_id', 'projects.id')
    .leftJoin('members', join =>
      join.onRef('members.project_id', '=', 'projects.id').on('members.user_id', '=', userId),
    )
    .leftJoin('users', join =>
      join.onRef('users.id', '=', 'members.user_id').on('users.disabled_at', 'is', null),
    )
    .leftJoin('roles', 'roles.id', 'members.role_id')
    .select([
      'teams.name as team_name',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .select(['sso_connections.is_required as is_sso_required', 'projects.requires_two_factors'])
    .select(['members.permission_level', 'members.tags', 'members.role_id'])
    .select(['roles.name as role_name', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['users.session_version', 'users.username'])
    .select(
      sql<string[]>`array(
        select own.name from team_members join teams as own on own.id = team_members.team_id
        where team_members.project_id = projects.id and team_members.user_id = ${userId}
          and own.deleted_at is null order by own.name)`.as('teams'),
    )
    .where('renderings.environment_id', '=', environmentId)
    .where('renderings.id', '=', renderingId)
    .where('teams.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}
