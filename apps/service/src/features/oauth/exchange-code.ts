import { type CodeExchange, redeemCode } from '@service/authorization'
import { sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import type { RequestFacts } from '../../http/request-facts.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { type GrantCode, openGrantCodes } from './codes.js'
import { createGrant, endGrant, logNewGrant, scopesNow } from './grants.js'
import {
  type GrantTokens,
  giveTokens,
  makeRefreshToken,
  openTokenMaker,
  type TokenMaker,
} from './issue-tokens.js'

/**
 * Exchanges a code for the first tokens of a grant, once; undefined when it is not good. Whoever
 * tries it a second time ends the grant: one of the two has stolen the code.
 */
export async function exchangeCode(
  deps: Deps,
  request: RequestFacts,
  environmentId: number,
  exchange: CodeExchange,
): Promise<GrantTokens | undefined> {
  const maker = await openTokenMaker(deps, request)
  return deps.store.db.transaction().execute(async transaction => {
    await holdStill(transaction, environmentId, exchange)
    const redemption = await redeemCode(openGrantCodes(transaction, environmentId), exchange)
    if (redemption.status === 'redeemed') return grant(transaction, maker, redemption.data)
    if (redemption.status === 'reused' && redemption.data.grant_id !== null) {
      const { grant_id: id } = redemption.data
      await endGrant(transaction, id, 'code_used_twice', { initiator: 'service' })
    }
    return undefined
  })
}

/** Whether the person may still use the rendering is asked again: a minute has passed. */
async function grant(
  transaction: Transaction<Database>,
  maker: TokenMaker,
  code: GrantCode,
): Promise<GrantTokens> {
  const scopes = await scopesNow(transaction, code)
  const id = await createGrant(transaction, code)
  const facts = { ...code, id }
  const refreshToken = await makeRefreshToken(transaction, maker, facts)
  const tokens = await giveTokens(maker, facts, scopes, refreshToken)
  await logNewGrant(transaction, id)
  return tokens
}

/**
 * Who takes the person, the team or the environment away at this moment, or changes the password,
 * waits, and then finds the grant to end; or it is done already, and the person may not use the
 * rendering. Before the code is locked: a change of password locks the person first, too.
 */
async function holdStill(
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
