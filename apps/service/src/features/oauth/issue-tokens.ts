import { accessTokenSeconds, refreshTokenSeconds, type Scope } from '@service/authorization'
import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { grantAudience } from '../../http/access/find-grant-token.js'
import type { RequestInfo } from '../../http/request-info.js'
import { openSigner, type Signer } from '../../secrets/signing-keys.js'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { buildIssuer } from '../oidc/issuer.js'
import { untilRefreshEnds } from './grants.js'

export const GrantTokens = z
  .object({
    access_token: z.string(),
    refresh_token: z.string().meta({
      description:
        'Works once, within eight days. When the response is lost, the same request may be repeated within a minute.',
    }),
    expires_in: z.number(),
    token_type: z.literal('Bearer'),
    scope: z.string(),
  })
  .meta({ id: 'GrantTokens' })
export type GrantTokens = z.output<typeof GrantTokens>

/** The claims that the tokens of a grant contain. */
interface GrantFacts
  extends Pick<Selectable<Database['oauth_codes']>, 'environment_id' | 'user_id' | 'rendering_id'> {
  readonly id: number
  readonly client_id: string
  readonly resource: string | null
}

/** The issuer and its keys, loaded before a transaction begins. */
export interface TokenMaker {
  readonly issuer: string
  readonly signAccess: Signer
  readonly signRefresh: Signer
}

export async function openTokenMaker(deps: Deps, request: RequestInfo): Promise<TokenMaker> {
  return {
    issuer: buildIssuer(deps.config, request),
    signAccess: await openSigner(deps, 'grant-access'),
    signRefresh: await openSigner(deps, 'grant-refresh'),
  }
}

/** Creates the next refresh token of a grant; only its hash is stored. */
export async function makeRefreshToken(
  transaction: Transaction<Database>,
  maker: TokenMaker,
  grant: GrantFacts,
): Promise<string> {
  const claims = commonClaims(maker, grant)
  const refreshToken = await maker.signRefresh({
    ...claims,
    aud: grantAudience('refresh', grant.environment_id),
    jti: randomText(43),
    exp: claims.iat + refreshTokenSeconds,
  })
  await transaction
    .insertInto('oauth_refresh_tokens')
    .values({
      token_hash: hashSecret(refreshToken),
      grant_id: grant.id,
      expires_at: untilRefreshEnds,
    })
    .execute()
  return refreshToken
}

/** The token response: a new access token, which is not stored, and the refresh token. */
export async function issueTokens(
  maker: TokenMaker,
  grant: GrantFacts,
  scopes: readonly Scope[],
  refreshToken: string,
): Promise<GrantTokens> {
  const claims = commonClaims(maker, grant)
  const scope = scopes.join(' ')
  const accessToken = await maker.signAccess({
    ...claims,
    aud: grantAudience('access', grant.environment_id),
    jti: randomText(22),
    exp: claims.iat + accessTokenSeconds,
    scope,
    meta: { renderingId: grant.rendering_id },
  })
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: accessTokenSeconds,
    token_type: 'Bearer',
    scope,
  }
}

const commonClaims = ({ issuer }: TokenMaker, grant: GrantFacts) => ({
  iss: issuer,
  sub: String(grant.user_id),
  client_id: grant.client_id,
  grant_id: String(grant.id),
  ...(grant.resource !== null && { resource: grant.resource }),
  iat: Math.floor(Date.now() / 1000),
})

/** Extends the grant to the expiry of its newest refresh token. */
export async function prolongGrant(transaction: Transaction<Database>, id: number): Promise<void> {
  await transaction
    .updateTable('oauth_grants')
    .set({ last_used_at: sql<string>`clock_timestamp()`, expires_at: untilRefreshEnds })
    .where('id', '=', id)
    .execute()
}
