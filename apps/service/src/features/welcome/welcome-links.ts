import { type Kysely, sql, type Transaction } from 'kysely'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'
import { logInProjects } from '../people/log-in-projects.js'

const MINUTES = 10

/** Why a link does not work. */
export type LinkProblem = 'unknown' | 'used' | 'expired' | 'disabled'

/** What a link leads to. */
export type FoundLink =
  | { readonly person: ActorPerson; readonly problem?: undefined }
  | { readonly person?: undefined; readonly problem: LinkProblem }

/**
 * Creates a link that signs a person in once within ten minutes, and returns it. Only a hash of its
 * token is stored. The admin log of each project of the person has an entry.
 */
export async function createWelcomeLink(
  transaction: Transaction<Database>,
  person: ActorPerson,
  baseUrl: string,
): Promise<string> {
  const token = randomText(43)
  const { expires_at: expiresAt } = await transaction
    .insertInto('welcome_links')
    .values({
      token_hash: hashSecret(token),
      user_id: person.id,
      expires_at: sql<Instant>`clock_timestamp() + ${MINUTES} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  await logInProjects(transaction, person, {
    actor: { initiator: 'service' },
    type: 'add',
    resource: 'welcome-link',
    newValue: { expiresAt },
  })
  return `${baseUrl.replace(/\/$/, '')}/welcome/${token}`
}

/** Finds the person of a link without using it. */
export async function findWelcomeLink(db: Kysely<Database>, token: string): Promise<FoundLink> {
  return describe(await selectLink(db, token).executeTakeFirst())
}

/** Uses a link: of several simultaneous uses, one succeeds. */
export async function useWelcomeLink(
  transaction: Transaction<Database>,
  token: string,
): Promise<FoundLink> {
  const found = describe(await selectLink(transaction, token).forUpdate().executeTakeFirst())
  if (found.problem) return found
  await transaction
    .updateTable('welcome_links')
    .set({ used_at: sql<Instant>`clock_timestamp()` })
    .where('token_hash', '=', hashSecret(token))
    .execute()
  await logInProjects(transaction, found.person, {
    actor: { initiator: 'administrator', person: found.person },
    type: 'update',
    resource: 'welcome-link',
    previousValue: { status: 'open' },
    newValue: { status: 'used' },
  })
  return found
}

/** Ends the links of a person that were not used yet, for example when their password changes. */
export async function endWelcomeLinks(
  transaction: Transaction<Database>,
  userId: number,
): Promise<void> {
  await transaction
    .updateTable('welcome_links')
    .set({ expires_at: sql<Instant>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .execute()
}

function selectLink(db: Kysely<Database>, token: string) {
  return db
    .selectFrom('welcome_links')
    .innerJoin('users', 'users.id', 'welcome_links.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.disabled_at', 'used_at'])
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('is_expired'))
    .where('token_hash', '=', hashSecret(token))
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectLink>['executeTakeFirst']>>>

function describe(row: Row | undefined): FoundLink {
  if (!row) return { problem: 'unknown' }
  if (row.used_at !== null) return { problem: 'used' }
  if (row.is_expired) return { problem: 'expired' }
  if (row.disabled_at !== null) return { problem: 'disabled' }
  return { person: { id: row.id, email: row.email, username: row.username } }
}
