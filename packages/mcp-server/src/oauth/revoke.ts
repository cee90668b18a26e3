import { OAuthError, requireParameter } from '@service/authorization'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { Addresses, AuthorizationSettings } from '../contracts.js'
import type { AccessTokens } from './access-token.js'
import { readParameters } from './parameters.js'
import type { RefreshTokens } from './refresh-token.js'
import { noStore } from './refusal.js'
import { readTokenKind } from './token-kind.js'

export type RevokeSettings = Pick<AuthorizationSettings, 'service' | 'addresses'> & {
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
}

/** RFC 7009: a token of either kind takes its whole grant with it; one that is unknown is gone already. */
export async function revoke(
  request: HttpRequest,
  settings: RevokeSettings,
): Promise<HttpResponse> {
  const parameters = await readParameters(request)
  const token = requireParameter(parameters.get('token'), 'token')
  const clientId = parameters.get('client_id')
  if (!clientId) throw new OAuthError("'client_id' is missing.", 'invalid_client')
  const held = await read(token, await settings.addresses(), settings)
  if (held && held.clientId !== clientId) {
    throw new OAuthError('The token belongs to another client.', 'invalid_client')
  }
  if (held) await settings.service.revoke(held.grantId)
  return { status: 200, headers: noStore }
}

async function read(
  token: string,
  addresses: Addresses,
  { accessTokens, refreshTokens }: RevokeSettings,
): Promise<{ readonly clientId: string; readonly grantId: string } | undefined> {
  const kind = readTokenKind(token)
  const unknown = () => undefined
  if (kind === 'access') return accessTokens.verify(token, addresses).catch(unknown)
  if (kind === 'refresh') return refreshTokens.open(token, addresses).catch(unknown)
  return undefined
}
