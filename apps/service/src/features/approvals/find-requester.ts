import { type Kysely, sql } from 'kysely'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import type { Member } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'

/** A person on whose behalf an agent acts, in one rendering of its environment. */
export interface Requester {
  readonly person: ActorPerson
  readonly member: Member
  readonly teamId: number
}

/**
 * Finds the person on whose behalf an agent makes a request. How the person signed in was checked when the
 * agent's session began; whether they are still a member is checked here.
 */
export async function findRequester(
  db: Kysely<Database>,
  search: {
    readonly environmentId: number
    readonly renderingId: number
    readonly userId: number
  },
): Promise<Requester> {
  const row = await readRendering(db, search)
  if (!row) {
    throw new NotFoundError(`There is no rendering ${search.renderingId} in this environment.`)
  }
  const { id, username, email, level, role_id: roleId, team_ids: teamIds, team_id: teamId } = row
  if (id === null || username === null || email === null || level === null || roleId === null) {
    throw new ForbiddenError('The person is not a member of the project.', 'not_a_member')
  }
  if (!teamIds.includes(teamId)) {
    throw new ForbiddenError('The person is not in the team of the rendering.', 'not_in_team')
  }
  const member = { level, roleId, teamIds, tags: row.tags ?? {} }
  return { person: { id, username, email }, member, teamId }
}

function readRendering(
  db: Kysely<Database>,
  { environmentId, renderingId, userId }: Parameters<typeof findRequester>[1],
) {
  return db
    .selectFrom('renderings')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .leftJoin('members', join =>
      join.onRef('members.project_id', '=', 'teams.project_id').on('members.user_id', '=', userId),
    )
    .leftJoin('users', join =>
      join.onRef('users.id', '=', 'members.user_id').on('users.disabled_at', 'is', null),
    )
    .select(['users.id', 'users.username', 'users.email', 'renderings.team_id'])
    .select(['members.permission_level as level', 'members.role_id', 'members.tags'])
    .select(
      sql<number[]>`array(
        select team_id from team_members as own
        where own.project_id = teams.project_id and own.user_id = ${userId})`.as('team_ids'),
    )
    .where('renderings.environment_id', '=', environmentId)
    .where('renderings.id', '=', renderingId)
    .where('teams.deleted_at', 'is', null)
    .executeTakeFirst()
}
