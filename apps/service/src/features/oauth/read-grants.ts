import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

const Named = z.object({ id: z.number(), name: z.string() })

/** What a client may do on behalf of a person, and since when. */
export const Grant = z
  .object({
    id: z.number(),
    user: z.object({ id: z.number(), username: z.string(), email: z.string() }),
    program: z.object({
      clientId: z.string(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'The name the client gave itself; it is not verified.' }),
    }),
    project: Named,
    environment: Named,
    team: Named,
    scopes: z.array(z.string()),
    resource: z.string().nullable(),
    createdAt: Moment,
    lastUsedAt: Moment.meta({ description: 'When it last received tokens.' }),
    expiresAt: Moment.meta({ description: 'Unless the client refreshes before.' }),
    endedAt: Moment.nullable(),
    endReason: z.string().nullable(),
  })
  .meta({ id: 'Grant' })

export type GrantRow = NonNullable<Awaited<ReturnType<typeof readGrant>>>

/** Which grants to read; absent members do not restrict. */
interface GrantSearch {
  readonly id?: number
  readonly userId?: number
  readonly projectId?: number
  readonly environmentId?: number
}

export function readGrant(db: Kysely<Database>, search: GrantSearch & { readonly id: number }) {
  return selectGrants(db, search).executeTakeFirst()
}

/** Reads several grants, grouped by project. */
export function readGrantsToLog(db: Kysely<Database>, ids: readonly number[]): Promise<GrantRow[]> {
  return selectGrants(db, {})
    .where('oauth_grants.id', 'in', ids)
    .orderBy('projects.id')
    .orderBy('oauth_grants.id')
    .execute()
}

/** Reads grants, newest first. `afterId` is the last id of the previous page, if any. */
export async function readGrants(
  db: Kysely<Database>,
  search: GrantSearch,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<z.output<typeof Grant>[]> {
  const rows = await selectGrants(db, search)
    .$if(afterId > 0, query => query.where('oauth_grants.id', '<', afterId))
    .orderBy('oauth_grants.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toGrant)
}

function selectGrants(db: Kysely<Database>, { id, userId, projectId, environmentId }: GrantSearch) {
  return db
    .selectFrom('oauth_grants')
    .innerJoin('users', 'users.id', 'oauth_grants.user_id')
    .innerJoin('renderings', 'renderings.id', 'oauth_grants.rendering_id')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .innerJoin('environments', 'environments.id', 'oauth_grants.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .selectAll('oauth_grants')
    .select(['users.username', 'users.email', 'teams.id as team_id', 'teams.name as team_name'])
    .select(['environments.name as environment_name', 'projects.name as project_name'])
    .select('projects.id as project_id')
    .where('projects.deleted_at', 'is', null)
    .$if(id !== undefined, query => query.where('oauth_grants.id', '=', id ?? 0))
    .$if(userId !== undefined, query => query.where('oauth_grants.user_id', '=', userId ?? 0))
    .$if(projectId !== undefined, query => query.where('projects.id', '=', projectId ?? 0))
    .$if(environmentId !== undefined, query =>
      query.where('oauth_grants.environment_id', '=', environmentId ?? 0),
    )
}

const toGrant = (row: GrantRow): z.output<typeof Grant> => ({
  id: row.id,
  user: { id: row.user_id, username: row.username, email: row.email },
  program: { clientId: row.client_id, name: row.client_name },
  project: { id: row.project_id, name: row.project_name },
  environment: { id: row.environment_id, name: row.environment_name },
  team: { id: row.team_id, name: row.team_name },
  scopes: row.scopes,
  resource: row.resource,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  endReason: row.end_reason,
})

/** A grant as the admin log shows it. */
export const grantLogValue = (row: GrantRow) => ({
  object: 'grant',
  id: row.id,
  program: row.client_name ?? row.client_id,
  user: { object: 'user', id: row.user_id, username: row.username, email: row.email },
  environment: row.environment_name,
  team: row.team_name,
  scopes: row.scopes,
})
