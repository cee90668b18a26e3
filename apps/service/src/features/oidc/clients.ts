import { OAuthError, type RegisteredClient } from '@service/authorization'
import { type Kysely, sql } from 'kysely'
import { randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'

/** The number of days after which a client without sign-ins is deleted. */
export const CLIENT_DAYS = 90

/** An agent registered for sign-in. */
export interface SignInClient {
  readonly clientId: string
  readonly environmentId: number
  readonly projectId: number
  readonly projectName: string
  readonly isSsoRequired: boolean
  readonly redirectUri: string
  readonly isPkceRequired: boolean
}

export interface NewClient {
  readonly environmentId: number
  readonly agentUrl: string | null
  readonly redirectUri: string
  readonly isPkceRequired: boolean
}

/** Registers an agent. The same agent always gets the same client. */
export async function registerClient(
  db: Kysely<Database>,
  client: NewClient,
): Promise<RegisteredClient> {
  const row = await db
    .insertInto('sign_in_clients')
    .values({
      client_id: `agent_${randomText(24)}`,
      environment_id: client.environmentId,
      agent_url: client.agentUrl,
      redirect_uri: client.redirectUri,
      is_pkce_required: client.isPkceRequired,
    })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'redirect_uri', 'is_pkce_required'])
        .doUpdateSet({ agent_url: client.agentUrl, last_used_at: sql<string>`clock_timestamp()` }),
    )
    .returning(['client_id as clientId', 'created_at as createdAt'])
    .executeTakeFirstOrThrow()
  return { ...row, name: null, uri: null, logoUri: null, redirectUris: [client.redirectUri] }
}

/** Finds a registered client whose environment still has the same agent URL. */
export async function findClient(
  db: Kysely<Database>,
  clientId: string | undefined,
): Promise<SignInClient> {
  const row =
    clientId !== undefined &&
    /^\w{1,64}$/.test(clientId) &&
    (await selectClient(db).where('sign_in_clients.client_id', '=', clientId).executeTakeFirst())
  if (row) return { ...row, isSsoRequired: row.isSsoRequired ?? false }
  throw new OAuthError(
    "'client_id' is not a registered agent: its registration has expired, or the agent URL of its environment has changed. Restart the agent, or start again.",
    'invalid_client',
  )
}

function selectClient(db: Kysely<Database>) {
  return db
    .selectFrom('sign_in_clients')
    .innerJoin('environments', 'environments.id', 'sign_in_clients.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('sso_connections', 'sso_connections.project_id', 'projects.id')
    .select([
      'sign_in_clients.client_id as clientId',
      'sign_in_clients.redirect_uri as redirectUri',
      'sign_in_clients.is_pkce_required as isPkceRequired',
      'environments.id as environmentId',
      'projects.id as projectId',
      'projects.name as projectName',
      'sso_connections.is_required as isSsoRequired',
    ])
    .where('environments.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where(sql<boolean>`sign_in_clients.agent_url is not distinct from environments.agent_url`)
}

/** Stores that a client is in use, so that it is not deleted. */
export async function noteClientUse(db: Kysely<Database>, clientId: string): Promise<void> {
  await db
    .updateTable('sign_in_clients')
    .set({ last_used_at: sql<string>`clock_timestamp()` })
    .where('client_id', '=', clientId)
    .where(sql<boolean>`last_used_at < clock_timestamp() - interval '1 day'`)
    .execute()
}
