import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import { makeToken } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

/** A personal token as its owner sees it. */
export const PersonalToken = z
  .object({
    id: z.number(),
    name: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
  })
  .meta({ id: 'PersonalToken' })

/** The only response that contains the token itself. */
export const NewPersonalToken = PersonalToken.extend({ token: z.string() }).meta({
  id: 'NewPersonalToken',
})

const columns = [
  'id',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
] as const

/** Reads the personal tokens of a person, newest first. */
export function readPersonalTokens(
  db: Kysely<Database>,
  userId: number,
): Promise<z.output<typeof PersonalToken>[]> {
  return db
    .selectFrom('personal_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Creates a personal token. The returned `token` is not stored. The caller must have locked the session
 * (`lockSession`).
 */
export async function createPersonalToken(
  transaction: Transaction<Database>,
  userId: number,
  order: {
    readonly name: string
    readonly expiresAt?: Instant | null | undefined
    /** Whether the session that creates it has proved two factors. */
    readonly hasTwoFactors: boolean
  },
): Promise<z.output<typeof NewPersonalToken>> {
  const { token, publicId, hash } = makeToken('svcp')
  const stored = await transaction
    .insertInto('personal_tokens')
    .values({
      public_id: publicId,
      token_hash: hash,
      user_id: userId,
      name: order.name,
      expires_at: order.expiresAt ?? null,
      has_two_factors: order.hasTwoFactors,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { ...stored, token }
}

/** Revokes a personal token, effective from the next request. Repeating it changes nothing. */
export async function revokePersonalToken(
  db: Kysely<Database>,
  userId: number,
  tokenId: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('personal_tokens')
    .set({ revoked_at: sql<string>`coalesce(revoked_at, clock_timestamp())` })
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFoundError('You have no such personal token.')
}
