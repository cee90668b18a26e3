import { type CodeExchange, type CodeStore, OAuthError, redeemCode } from '@service/authorization'
import { type Kysely, sql, type Transaction } from 'kysely'
import { makeToken } from '../../secrets/token-format.js'
import { type NewCode, openCodeTable, type StoredCode } from '../../store/code-table.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

export const ACCESS_TOKEN_SECONDS = 600

type SignInCode = StoredCode<'sign_in_codes'>

/**
 * The authorization codes with which agents sign people in. Lock the session (`lockSession`) to issue one.
 */
export const openSignInCodes = (
  transaction: Transaction<Database>,
): CodeStore<NewCode<'sign_in_codes'>, SignInCode> => openCodeTable(transaction, 'sign_in_codes')

export interface SignedIn {
  readonly userId: number
  readonly scope: string
  readonly nonce: string | null
  readonly signedInAt: Instant
  readonly accessToken: string
}

/**
 * Exchanges a code for an access token, once. A second use revokes the token of the first, because one of the
 * two users has stolen the code.
 */
export async function exchangeForAccessToken(
  db: Kysely<Database>,
  environmentId: number,
  exchange: CodeExchange,
): Promise<SignedIn> {
  const signedIn = await db.transaction().execute(async transaction => {
    const redemption = await redeemCode(openSignInCodes(transaction), exchange)
    if (redemption.status === 'reused') await revokeToken(transaction, redemption.data)
    if (redemption.status !== 'redeemed') return undefined
    const { data: code } = redemption
    const accessToken = await createToken(transaction, environmentId, code)
    const { user_id: userId, scope, nonce, signed_in_at: signedInAt } = code
    return { userId, scope, nonce, signedInAt, accessToken }
  })
  if (signedIn) return signedIn
  throw new OAuthError(
    'The code is unknown, expired, used or not for this client.',
    'invalid_grant',
  )
}

async function revokeToken(transaction: Transaction<Database>, code: SignInCode): Promise<void> {
  await transaction
    .updateTable('access_tokens')
    .set({ revoked_at: sql<string>`clock_timestamp()` })
    .where('code_hash', '=', code.code_hash)
    .where('revoked_at', 'is', null)
    .execute()
}

async function createToken(
  transaction: Transaction<Database>,
  environmentId: number,
  code: SignInCode,
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
      has_two_factors: code.has_two_factors,
      expires_at: sql<string>`clock_timestamp() + ${ACCESS_TOKEN_SECONDS} * interval '1 second'`,
    })
    .execute()
  return token
}
