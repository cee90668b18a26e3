import { OAuthError, readGrantType, requireParameter, splitScopes } from '@service/authorization'
import { isServiceError } from '@service/base'
import { z } from 'zod'
import type { AgentCall } from '../../http/route.js'
import { exchangeCode } from './exchange-code.js'
import type { GrantTokens } from './issue-tokens.js'
import { refreshGrant } from './refresh-grant.js'

const text = z.string().max(4_096, 'must have at most 4096 characters').nullish()

/** The client's request as forwarded by an agent; OAuth requires ignoring other parameters. */
export const TokenRequest = z.looseObject({
  grant_type: z.string().meta({ description: '`authorization_code` or `refresh_token`.' }),
  client_id: text,
  code: text,
  redirect_uri: text,
  code_verifier: text,
  refresh_token: text,
  scope: text.meta({ description: 'A subset of the granted scopes, on a refresh.' }),
  scopes: z.array(z.string()).nullish().meta({ description: 'The same as a list.' }),
})
type TokenRequest = z.output<typeof TokenRequest>

type TokenCall = AgentCall<unknown, unknown, TokenRequest>

/** How each grant type is exchanged for tokens. */
const exchanges = {
  authorization_code: ({ deps, request, environment, body }: TokenCall) =>
    exchangeCode(deps, request, environment.id, {
      code: requireParameter(body.code, 'code'),
      clientId: requireParameter(body.client_id, 'client_id'),
      codeVerifier: requireParameter(body.code_verifier, 'code_verifier'),
      redirectUri: body.redirect_uri ?? undefined,
    }),
  refresh_token: ({ deps, request, environment, body }: TokenCall) =>
    refreshGrant(deps, request, {
      refreshToken: requireParameter(body.refresh_token, 'refresh_token'),
      clientId: body.client_id ?? undefined,
      scopes: readRequestedScopes(body),
      environmentId: environment.id,
    }),
}
const grantTypes = ['authorization_code', 'refresh_token'] as const

/** Returns tokens for a code or a refresh token. Every error has an OAuth code. */
export async function exchangeGrant(call: TokenCall): Promise<GrantTokens> {
  const exchange = exchanges[readGrantType(call.body.grant_type, grantTypes)]
  const tokens = await exchange(call).catch(refuse)
  if (tokens) return tokens
  throw new OAuthError(
    'The code or token is unknown, expired, used, revoked, or belongs to another client or environment. Request authorization again.',
    'invalid_grant',
  )
}

/** A person who may no longer use the rendering cannot grant anything, so the grant is invalid. */
function refuse(error: unknown): never {
  const isRefusal = isServiceError(error) && (error.status === 403 || error.status === 404)
  throw isRefusal ? new OAuthError(error.message, 'invalid_grant') : error
}

/** Absent scopes mean all that were granted. */
function readRequestedScopes({ scope, scopes }: TokenRequest): readonly string[] | undefined {
  const named = scopes ?? splitScopes(scope ?? '')
  return named.length > 0 ? named : undefined
}
