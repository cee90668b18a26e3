import { maxRefreshRetries, OAuthError, refreshRetrySeconds } from '@service/authorization'
import { sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import { createSecretBox } from '../../secrets/secret-box.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { endGrant, scopesNow } from './grants.js'
import {
  type GrantTokens,
  issueTokens,
  makeRefreshToken,
  openTokenMaker,
  prolongGrant,
} from './issue-tokens.js'
import { recordOAuthClientUse } from './programs.js'

/** The body of a refresh request. */
export interface Refresh {
  readonly refreshToken: string
  readonly environmentId: number
  /** When sent, it must be the client of the token. */
  readonly clientId: string | undefined
  /** A subset of the granted scopes. Absent: all of them. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Returns the next tokens for a refresh token; undefined when it is invalid. A second use of a token ends the
 * grant, because one of its two users has stolen it (RFC 9700 §4.14.2). The exception is a retry of the last
 * refresh, shortly after it and before the next token was used: it returns the same next token, so that
 * concurrent retries never produce two valid tokens.
 */
export async function refreshGrant(
  deps: Deps,
  request: RequestInfo,
  refresh: Refresh,
): Promise<GrantTokens | undefined> {
  const maker = await openTokenMaker(deps, request)
  await recordOAuthClientUse(deps.store.db, selectClientId(refresh))
  return deps.store.db.transaction().execute(async transaction => {
    const token = await lockToken(transaction, refresh)
    if (!token || (refresh.clientId ?? token.client_id) !== token.client_id) return undefined
    const known = token.is_used ? await findUnusedNextToken(transaction, token, refresh) : undefined
    if (token.is_used && known === undefined) {
      await endGrant(transaction, token.id, 'refresh_token_used_twice', { initiator: 'service' })
      return undefined
    }
    if (token.ended_at !== null || token.is_expired) return undefined
    refuseMore(token, refresh.scopes)
    const scopes = await scopesNow(transaction, token, refresh.scopes)
    if (known !== undefined) {
      await countRetry(transaction, token)
      return issueTokens(maker, token, scopes, known)
    }
    const nextToken = await makeRefreshToken(transaction, maker, token)
    await markUsed(transaction, token, encryptNextToken(refresh, nextToken))
    await prolongGrant(transaction, token.id)
    return issueTokens(maker, token, scopes, nextToken)
  })
}

const selectClientId = ({ refreshToken }: Refresh) => sql<string>`(
  select client_id from oauth_grants
  join oauth_refresh_tokens on oauth_refresh_tokens.grant_id = oauth_grants.id
  where token_hash = ${hashSecret(refreshToken)})`

type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** Both rows are locked, so the values read are current. */
function lockToken(transaction: Transaction<Database>, { refreshToken, environmentId }: Refresh) {
  return transaction
    .selectFrom('oauth_refresh_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_refresh_tokens.grant_id')
    .selectAll('oauth_grants')
    .select([
      'token_hash',
      'successor',
      sql<boolean>`used_at > clock_timestamp() - ${refreshRetrySeconds} * interval '1 second'
        and retries < ${maxRefreshRetries}`.as('may_retry'),
      sql<boolean>`used_at is not null`.as('is_used'),
      sql<boolean>`oauth_refresh_tokens.expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('token_hash', '=', hashSecret(refreshToken))
    .where('environment_id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
}

function refuseMore({ scopes }: LockedToken, requested: readonly string[] = []): void {
  if (requested.every(scope => scopes.includes(scope))) return
  throw new OAuthError(
    `Only granted scopes can be requested: ${scopes.join(' ')}.`,
    'invalid_scope',
  )
}

async function markUsed(
  transaction: Transaction<Database>,
  { token_hash }: LockedToken,
  nextToken: string,
): Promise<void> {
  await transaction
    .updateTable('oauth_refresh_tokens')
    .set({ used_at: sql<string>`clock_timestamp()`, successor: nextToken })
    .where('token_hash', '=', token_hash)
    .execute()
}

async function countRetry(
  transaction: Transaction<Database>,
  { token_hash }: LockedToken,
): Promise<void> {
  await transaction
    .updateTable('oauth_refresh_tokens')
    .set({ retries: sql<number>`retries + 1` })
    .where('token_hash', '=', token_hash)
    .execute()
}

/** The token issued for a used one, as long as a retry may receive it again. */
async function findUnusedNextToken(
  transaction: Transaction<Database>,
  { successor: nextToken, may_retry }: LockedToken,
  { refreshToken }: Refresh,
): Promise<string | undefined> {
  if (!may_retry || nextToken === null) return undefined
  const opened = createSecretBox(refreshToken).decrypt(NEXT_TOKEN_PURPOSE, nextToken)
  if (opened === undefined) return undefined
  const unused = await transaction
    .selectFrom('oauth_refresh_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashSecret(opened))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return unused && opened
}

const NEXT_TOKEN_PURPOSE = 'refresh-token-successor'

/**
 * The encryption key is the replaced token, so the store and the installation's secret are not enough to read
 * the next one.
 */
const encryptNextToken = ({ refreshToken }: Refresh, nextToken: string) =>
  createSecretBox(refreshToken).encrypt(NEXT_TOKEN_PURPOSE, nextToken)
