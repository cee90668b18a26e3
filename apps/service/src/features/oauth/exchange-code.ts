import { type CodeExchange, redeemCode } from '@service/authorization'
import { sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { RequestInfo } from '../../http/request-info.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { type GrantCode, openGrantCodes } from './codes.js'
import { createGrant, endGrant, logNewGrant, scopesNow } from './grants.js'
import {
  type GrantTokens,
  issueTokens,
  makeRefreshToken,
  openTokenMaker,
  type TokenMaker,
} from './issue-tokens.js'

/**
 * Exchanges a code for the first tokens of a grant, once; undefined when it is invalid. A second use ends the
 * grant, because one of the two users has stolen the code.
 */
export async function exchangeCode(
  deps: Deps,
  request: RequestInfo,
  environmentId: number,
  exchange: CodeExchange,
): Promise<GrantTokens | undefined> {
  const maker = await openTokenMaker(deps, request)
  return deps.store.db.transaction().execute(async transaction => {
    await lockMembership(transaction, environmentId, exchange)
    const redemption = await redeemCode(openGrantCodes(transaction, environmentId), exchange)
    if (redemption.status === 'redeemed') return grant(transaction, maker, redemption.data)
    if (redemption.status === 'reused' && redemption.data.grant_id !== null) {
      const { grant_id: id } = redemption.data
      await endGrant(transaction, id, 'code_used_twice', { initiator: 'service' })
    }
    return undefined
  })
}

/** Checks again whether the person may use the rendering, because up to a minute has passed. */
async function grant(
  transaction: Transaction<Database>,
  maker: TokenMaker,
  code: GrantCode,
): Promise<GrantTokens> {
  const scopes = await scopesNow(transaction, code)
  const id = await createGrant(transaction, code)
  const facts = { ...code, id }
  const refreshToken = await makeRefreshToken(transaction, maker, facts)
  const tokens = await issueTokens(maker, facts, scopes, refreshToken)
  await logNewGrant(transaction, id)
  return tokens
}

/**
 * Locks the membership of the person. A concurrent removal of the person, team or environment, or a change of
 * password, waits and then ends the grant; if it came first, the person may no longer use the rendering. It
 * is called before the code is locked, because a change of password also locks the person first.
 */
async function lockMembership(
  transaction: Transaction<Database>,
  environmentId: number,
  { code }: CodeExchange,
): Promise<void> {
  await sql`
    select from oauth_codes
    join users on users.id = oauth_codes.user_id
    join environments on environments.id = oauth_codes.environment_id
    join projects on projects.id = environments.project_id
    where oauth_codes.code_hash = ${hashSecret(code)}
      and oauth_codes.environment_id = ${environmentId}
    for share of projects, environments, users`.execute(transaction)
}
