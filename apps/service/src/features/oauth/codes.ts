import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import type { Scope } from './scopes.js'

const CODE_SECONDS = 60

/** What somebody allowed, and how the program proves that it asked. */
export interface Consent {
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly environmentId: number
  readonly userId: number
  readonly renderingId: number
  readonly scopes: readonly Scope[]
  readonly resource: string | null
  readonly method: 'password' | 'sso'
  readonly ssoProjectId: number | null
}

/** Makes a code that can be exchanged once, within a minute. The session must be held (`holdSession`). */
export async function issueCode(
  transaction: Transaction<Database>,
  consent: Consent,
): Promise<string> {
  const code = randomText(43)
  await transaction
    .insertInto('oauth_codes')
    .values({
      code_hash: hashSecret(code),
      client_id: consent.clientId,
      redirect_uri: consent.redirectUri,
      code_challenge: consent.codeChallenge,
      environment_id: consent.environmentId,
      user_id: consent.userId,
      rendering_id: consent.renderingId,
      scopes: [...consent.scopes],
      resource: consent.resource,
      method: consent.method,
      sso_project_id: consent.ssoProjectId,
      expires_at: sql<string>`clock_timestamp() + ${CODE_SECONDS} * interval '1 second'`,
    })
    .execute()
  return code
}

/** What a program sends to exchange a code. */
export interface CodeExchange {
  readonly code: string
  readonly clientId: string
  readonly environmentId: number
  readonly redirectUri: string | undefined
  readonly codeVerifier: string
}

export type LockedCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>

/** The code, if it was given to this program for this environment. */
export function lockCode(
  transaction: Transaction<Database>,
  { code, clientId, environmentId }: CodeExchange,
) {
  return transaction
    .selectFrom('oauth_codes')
    .innerJoin('oauth_clients', 'oauth_clients.client_id', 'oauth_codes.client_id')
    .selectAll('oauth_codes')
    .select('oauth_clients.client_name')
    .select([
      sql<boolean>`used_at is not null`.as('is_used'),
      sql<boolean>`expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('code_hash', '=', hashSecret(code))
    .where('oauth_codes.client_id', '=', clientId)
    .where('environment_id', '=', environmentId)
    .forUpdate('oauth_codes')
    .executeTakeFirst()
}

export async function markCodeUsed(
  transaction: Transaction<Database>,
  code: LockedCode,
  grantId: number | null,
): Promise<void> {
  await transaction
    .updateTable('oauth_codes')
    .set({ used_at: sql<string>`clock_timestamp()`, grant_id: grantId })
    .where('code_hash', '=', code.code_hash)
    .execute()
}

/** RFC 7636 §4.6, and the address of the request when it is told again. */
export function isProven(
  { code_challenge, redirect_uri }: LockedCode,
  { codeVerifier, redirectUri = redirect_uri }: CodeExchange,
): boolean {
  const digest = createHash('sha256').update(codeVerifier).digest('base64url')
  return digest === code_challenge && redirectUri === redirect_uri
}
