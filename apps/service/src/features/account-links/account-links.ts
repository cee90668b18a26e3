import { type Kysely, sql, type Transaction } from 'kysely'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'

/** What a link lets a person do. */
export type AccountLinkKind = 'password' | 'email'

export interface NewAccountLink {
  readonly kind: AccountLinkKind
  readonly userId: number
  readonly minutes: number
  /** The address that it is mailed to. Absent: it is mailed to nobody. */
  readonly email?: string
  /** The Admin who sees the link, and their project. */
  readonly madeBy?: { readonly userId: number; readonly projectId: number }
}

export interface AccountLink {
  /** Part of the link, and nowhere else. */
  readonly token: string
  readonly expiresAt: Instant
}

/** Creates a link for one use. Only a hash of its token is stored. */
export async function createAccountLink(
  db: Kysely<Database>,
  { kind, userId, minutes, email, madeBy }: NewAccountLink,
): Promise<AccountLink> {
  const token = randomText(43)
  const { expires_at: expiresAt } = await db
    .insertInto('account_links')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      kind,
      email: email ?? null,
      created_by: madeBy?.userId ?? null,
      project_id: madeBy?.projectId ?? null,
      expires_at: sql<Instant>`clock_timestamp() + ${minutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}

/** Why a link does not work. */
export type AccountLinkProblem = 'unknown' | 'used' | 'expired' | 'disabled'

export interface OpenAccountLink {
  readonly problem?: undefined
  readonly person: ActorPerson
  readonly email: string | null
  readonly createdBy: number | null
  readonly projectId: number | null
}

export type FoundAccountLink = OpenAccountLink | { readonly problem: AccountLinkProblem }

/** Finds what a link is for, without using it. */
export async function findAccountLink(
  db: Kysely<Database>,
  kind: AccountLinkKind,
  token: string,
): Promise<FoundAccountLink> {
  return describe(await selectLink(db, kind, token).executeTakeFirst())
}

/** Uses a link: of several simultaneous uses, one succeeds. */
export async function useAccountLink(
  transaction: Transaction<Database>,
  kind: AccountLinkKind,
  token: string,
): Promise<FoundAccountLink> {
  const row = await selectLink(transaction, kind, token).forUpdate().executeTakeFirst()
  const found = describe(row)
  if (found.problem !== undefined) return found
  await transaction
    .updateTable('account_links')
    .set({ used_at: sql<Instant>`clock_timestamp()` })
    .where('token_hash', '=', hashSecret(token))
    .execute()
  return found
}

/** Ends the links of a person that were not used yet. */
export async function endAccountLinks(
  transaction: Transaction<Database>,
  userId: number,
): Promise<void> {
  await transaction
    .updateTable('account_links')
    .set({ expires_at: sql<Instant>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Instant>`clock_timestamp()`)
    .execute()
}

function selectLink(db: Kysely<Database>, kind: AccountLinkKind, token: string) {
  return db
    .selectFrom('account_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select(['users.id', 'users.email', 'users.username', 'users.disabled_at'])
    .select(['link.email as link_email', 'link.created_by', 'link.project_id', 'link.used_at'])
    .select(sql<boolean>`link.expires_at <= clock_timestamp()`.as('is_expired'))
    .where('link.token_hash', '=', hashSecret(token))
    .where('link.kind', '=', kind)
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectLink>['executeTakeFirst']>>>

function describe(row: Row | undefined): FoundAccountLink {
  if (!row) return { problem: 'unknown' }
  if (row.used_at !== null) return { problem: 'used' }
  if (row.is_expired) return { problem: 'expired' }
  if (row.disabled_at !== null) return { problem: 'disabled' }
  return {
    person: { id: row.id, email: row.email, username: row.username },
    email: row.link_email,
    createdBy: row.created_by,
    projectId: row.project_id,
  }
}
