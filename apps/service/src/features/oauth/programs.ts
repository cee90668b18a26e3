import type { ClientMetadata, RegisteredClient } from '@service/authorization'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'

/** The number of days after which an unused client is deleted. */
export const PROGRAM_DAYS = 90

/** The same for a client that was never granted access: anyone can register any number of them. */
export const UNUSED_PROGRAM_DAYS = 1

export async function registerOAuthClient(
  db: Kysely<Database>,
  { name, uri, logoUri, redirectUris }: ClientMetadata,
): Promise<RegisteredClient> {
  return db
    .insertInto('oauth_clients')
    .values({
      client_id: `program_${randomText(24)}`,
      client_name: name,
      client_uri: uri,
      logo_uri: logoUri,
      redirect_uris: [...redirectUris],
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function findOAuthClient(
  db: Kysely<Database>,
  clientId: string | undefined,
): Promise<RegisteredClient | undefined> {
  if (clientId === undefined || !/^\w{1,64}$/.test(clientId)) return undefined
  return db
    .selectFrom('oauth_clients')
    .select(columns)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

const columns = [
  'client_id as clientId',
  'client_name as name',
  'client_uri as uri',
  'logo_uri as logoUri',
  'redirect_uris as redirectUris',
  'created_at as createdAt',
] as const

/**
 * Stores that a client is in use, so that it is not deleted. Written at most once a day, before any grant is
 * locked.
 */
export async function recordOAuthClientUse(
  db: Kysely<Database>,
  clientId: string | RawBuilder<string>,
): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ last_used_at: sql<string>`clock_timestamp()` })
    .where('client_id', '=', clientId)
    .where(sql<boolean>`coalesce(last_used_at < clock_timestamp() - interval '1 day', true)`)
    .execute()
}
