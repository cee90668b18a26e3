import type { ClientMetadata, RegisteredClient } from '@service/authorization'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'

/** Days after which a program that nobody lets in any more is forgotten. */
export const PROGRAM_DAYS = 90

/** The same for one that nobody ever let in: anyone can register any number of them. */
export const UNUSED_PROGRAM_DAYS = 1

export async function registerProgram(
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

export async function findProgram(
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

/** A program that is in use is not forgotten. Written once a day, and before any grant is locked. */
export async function noteProgramUse(
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
