import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { NotFoundError } from '../../errors.js'
import { isSecretWorking } from '../../http/access/is-secret-working.js'
import type { Database } from '../../store/schema.js'
import type { AgentState, Environment } from './environment.js'

/** Lists the environments of a project in the order of their creation. */
export async function listEnvironments(
  db: Kysely<Database>,
  projectId: number,
): Promise<Environment[]> {
  return select(db).where('project_id', '=', projectId).orderBy('id').execute()
}

/** Lists the environments in which permissions are open, so every member may do everything. */
export async function listOpenEnvironments(
  db: Kysely<Database>,
): Promise<readonly { readonly project: string; readonly environment: string }[]> {
  return db
    .selectFrom('environments')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .select(['projects.name as project', 'environments.name as environment'])
    .where('environments.rights', '=', 'open')
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .orderBy('environments.id')
    .execute()
}

/** Reads one environment. The caller has checked its project. */
export async function readEnvironment(db: Kysely<Database>, id: number): Promise<Environment> {
  const environment = await select(db).where('id', '=', id).executeTakeFirst()
  if (!environment) throw new NotFoundError('There is no such environment in this project.')
  return environment
}

/** Locks an environment until the transaction ends and reads it. */
export async function lockEnvironment(
  transaction: Transaction<Database>,
  id: number,
): Promise<Environment> {
  // Locks before reading: a statement that waits for the lock would still see the earlier secrets.
  await transaction
    .selectFrom('environments')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  return readEnvironment(transaction, id)
}

const isoText = (column: string | RawBuilder<unknown>) =>
  sql`to_char(${typeof column === 'string' ? sql.ref(column) : column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const secrets = sql<Environment['secrets']>`coalesce(
  (select json_agg(
     json_build_object('createdAt', ${isoText('created_at')}, 'expiresAt', ${isoText('expires_at')})
     order by created_at desc)
   from environment_secrets
   where environment_id = environments.id and ${isSecretWorking}),
  '[]')`

/** One row for each environment, also for one without agent: aggregates of nothing are null. */
const agent = sql<AgentState>`(
  select json_build_object(
    'state', case
      when bool_or(streams.connected_until > clock_timestamp()) then 'connected'
      when max(streams.seen_at) is not null or max(uploaded.updated_at) is not null then 'away'
      else 'never' end,
    'lastSeenAt', ${isoText(sql`greatest(max(streams.seen_at), max(uploaded.updated_at))`)},
    'version', max(uploaded.agent_version),
    'stack', (array_agg(uploaded.stack))[1],
    'collections', max(uploaded.collections),
    'schemaAt', ${isoText(sql`max(uploaded.updated_at)`)})
  from (
    select agent_version, stack, updated_at,
      (select count(*)::int from jsonb_object_keys(outline)) as collections
    from schemas where environment_id = environments.id
  ) as uploaded
  full join (
    select seen_at, connected_until from agent_streams where environment_id = environments.id
  ) as streams on true
)`

function select(db: Kysely<Database>) {
  return db
    .selectFrom('environments')
    .select([
      'id',
      'name',
      'kind',
      'rights',
      'owner_id as ownerId',
      'agent_url as agentUrl',
      'created_at as createdAt',
      secrets.as('secrets'),
      agent.as('agent'),
    ])
    .where('deleted_at', 'is', null)
}
