import { sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/request-facts.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { OAuthError } from '../oidc/oauth-error.js'
import { endGrant, scopesNow } from './grants.js'
import { type GrantTokens, issueTokens, openTokenMaker, prolongGrant } from './issue-tokens.js'
import { noteProgramUse } from './programs.js'

/** What a program sends to go on. */
export interface Refresh {
  readonly refreshToken: string
  readonly environmentId: number
  /** Must be its own, when it is told. */
  readonly clientId: string | undefined
  /** Some of what was allowed; all of it when absent. */
  readonly scopes: readonly string[] | undefined
}

/**
 * Gives the next tokens for a refresh token, once; undefined when it is not good. A token that was
 * used before ends the grant: one of the two who had it has stolen it. Of two who come at the same
 * moment one is first, and the other has come second.
 */
export async function refreshGrant(
  deps: Deps,
  request: RequestFacts,
  refresh: Refresh,
): Promise<GrantTokens | undefined> {
  const maker = await openTokenMaker(deps, request)
  await noteProgramUse(deps.store.db, programOf(refresh))
  return deps.store.db.transaction().execute(async transaction => {
    const token = await lockToken(transaction, refresh)
    if (!token || (refresh.clientId ?? token.client_id) !== token.client_id) return undefined
    if (token.is_used) {
      await endGrant(transaction, token.id, 'refresh_token_used_twice', { initiator: 'service' })
      return undefined
    }
    if (token.ended_at !== null || token.is_expired) return undefined
    refuseMore(token, refresh.scopes)
    const scopes = await scopesNow(transaction, token, refresh.scopes)
    await markUsed(transaction, token)
    await prolongGrant(transaction, token.id)
    return issueTokens(transaction, maker, token, scopes)
  })
}

const programOf = ({ refreshToken }: Refresh) => sql<string>`(
  select client_id from oauth_grants
  join oauth_refresh_tokens on oauth_refresh_tokens.grant_id = oauth_grants.id
  where token_hash = ${hashSecret(refreshToken)})`

type LockedToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** Both rows are locked: what was read of them is how they are. */
function lockToken(transaction: Transaction<Database>, { refreshToken, environmentId }: Refresh) {
  return transaction
    .selectFrom('oauth_refresh_tokens')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'oauth_refresh_tokens.grant_id')
    .selectAll('oauth_grants')
    .select([
      'token_hash',
      sql<boolean>`used_at is not null`.as('is_used'),
      sql<boolean>`oauth_refresh_tokens.expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('token_hash', '=', hashSecret(refreshToken))
    .where('environment_id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
}

function refuseMore({ scopes }: LockedToken, asked: readonly string[] = []): void {
  if (asked.every(scope => scopes.includes(scope))) return
  throw new OAuthError(
    `Only what was allowed can be asked for: ${scopes.join(' ')}.`,
    'invalid_scope',
  )
}

async function markUsed(
  transaction: Transaction<Database>,
  { token_hash }: LockedToken,
): Promise<void> {
  await transaction
    .updateTable('oauth_refresh_tokens')
    .set({ used_at: sql<string>`clock_timestamp()` })
    .where('token_hash', '=', token_hash)
    .execute()
}
