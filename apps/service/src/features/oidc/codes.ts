import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { hashSecret, makeToken, randomText } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { OAuthError } from './oauth-error.js'

const CODE_SECONDS = 60
export const ACCESS_TOKEN_SECONDS = 600

/** Who signed in, where, and how a client proves that it asked. */
export interface Grant {
  readonly clientId: string
  readonly userId: number
  readonly renderingId: number
  readonly scope: string
  readonly nonce: string | undefined
  readonly codeChallenge: string | undefined
  readonly method: 'password' | 'sso'
  readonly ssoProjectId: number | null
  readonly signedInAt: Instant
}

/** Makes a code that can be exchanged once, within a minute. The session must be held (`holdSession`). */
export async function issueCode(transaction: Transaction<Database>, grant: Grant): Promise<string> {
  const code = randomText(43)
  await transaction
    .insertInto('sign_in_codes')
    .values({
      code_hash: hashSecret(code),
      client_id: grant.clientId,
      user_id: grant.userId,
      rendering_id: grant.renderingId,
      scope: grant.scope,
      nonce: grant.nonce ?? null,
      code_challenge: grant.codeChallenge ?? null,
      method: grant.method,
      sso_project_id: grant.ssoProjectId,
      signed_in_at: grant.signedInAt,
      expires_at: sql<string>`clock_timestamp() + ${CODE_SECONDS} * interval '1 second'`,
    })
    .execute()
  return code
}

/** What a client sends to exchange a code. */
export interface Exchange {
  readonly code: string
  readonly clientId: string
  readonly codeVerifier: string | undefined
}

export interface RedeemedCode {
  readonly userId: number
  readonly scope: string
  readonly nonce: string | null
  readonly signedInAt: Instant
  readonly accessToken: string
}

/**
 * Exchanges a code for an access token, once. Whoever tries it a second time ends the token the
 * first one got: one of the two has stolen the code.
 */
export async function redeemCode(
  db: Kysely<Database>,
  environmentId: number,
  exchange: Exchange,
): Promise<RedeemedCode> {
  const redeemed = await db.transaction().execute(async transaction => {
    const code = await lockCode(transaction, exchange)
    if (!code) return undefined
    await use(transaction, code)
    const isRight = !code.is_used && !code.is_expired && provesChallenge(code, exchange)
    return isRight
      ? { code, accessToken: await grant(transaction, environmentId, code) }
      : undefined
  })
  if (!redeemed) {
    throw new OAuthError(
      'The code is unknown, expired, used or not for this client.',
      'invalid_grant',
    )
  }
  const { user_id: userId, scope, nonce, signed_in_at: signedInAt } = redeemed.code
  return { userId, scope, nonce, signedInAt, accessToken: redeemed.accessToken }
}

type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>

function lockCode(transaction: Transaction<Database>, { code, clientId }: Exchange) {
  return transaction
    .selectFrom('sign_in_codes')
    .selectAll()
    .select([
      sql<boolean>`used_at is not null`.as('is_used'),
      sql<boolean>`expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('code_hash', '=', hashSecret(code))
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
}

async function use(transaction: Transaction<Database>, code: LockedCode): Promise<void> {
  const now = sql<string>`clock_timestamp()`
  if (code.is_used) {
    await transaction
      .updateTable('access_tokens')
      .set({ revoked_at: now })
      .where('code_hash', '=', code.code_hash)
      .where('revoked_at', 'is', null)
      .execute()
  } else {
    await transaction
      .updateTable('sign_in_codes')
      .set({ used_at: now })
      .where('code_hash', '=', code.code_hash)
      .execute()
  }
}

/** RFC 7636 §4.6; a verifier without a challenge is as wrong as a challenge without a verifier. */
function provesChallenge({ code_challenge }: LockedCode, { codeVerifier }: Exchange): boolean {
  if (code_challenge === null) return codeVerifier === undefined
  const digest = createHash('sha256')
    .update(codeVerifier ?? '')
    .digest('base64url')
  return digest === code_challenge
}

async function grant(
  transaction: Transaction<Database>,
  environmentId: number,
  code: LockedCode,
): Promise<string> {
  const { token, publicId, hash } = makeToken('svca')
  await transaction
    .insertInto('access_tokens')
    .values({
      public_id: publicId,
      token_hash: hash,
      code_hash: code.code_hash,
      environment_id: environmentId,
      user_id: code.user_id,
      rendering_id: code.rendering_id,
      method: code.method,
      sso_project_id: code.sso_project_id,
      expires_at: sql<string>`clock_timestamp() + ${ACCESS_TOKEN_SECONDS} * interval '1 second'`,
    })
    .execute()
  return token
}
