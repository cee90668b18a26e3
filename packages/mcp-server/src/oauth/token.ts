import {
  OAuthError,
  readGrantType,
  requireCodeVerifier,
  requireParameter,
} from '@service/authorization'
import type { Logger } from '@service/base'
import { type HttpRequest, type HttpResponse, jsonResponse } from '@service/http'
import type { Grant, OAuthClient } from '@service/service-client'
import type { Addresses, AuthorizationSettings } from '../contracts.js'
import type { AccessTokens } from './access-token.js'
import type { FindClient } from './clients.js'
import { type Parameters, readParameters } from './parameters.js'
import type { RefreshClaims, RefreshTokens } from './refresh-token.js'
import { noStore } from './refusal.js'
import { isOurs } from './resource.js'
import { readScopes } from './scopes.js'
import { readTokenKind } from './token-kind.js'

export type TokenSettings = Pick<
  AuthorizationSettings,
  'service' | 'addresses' | 'findRole' | 'tokenTtl'
> & {
  readonly logger: Logger
  readonly findClient: FindClient
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
}

/** What a client gets in return for a code or a refresh token. */
export type TokenEndpoint = (request: HttpRequest) => Promise<HttpResponse>

type Exchange = (
  parameters: Parameters,
  client: OAuthClient,
  addresses: Addresses,
) => Promise<HttpResponse>

const grantTypes = ['authorization_code', 'refresh_token'] as const

export function createTokenEndpoint(settings: TokenSettings): TokenEndpoint {
  const { service, findRole, tokenTtl, logger, accessTokens, refreshTokens } = settings
  let hasWarned = false

  const exchanges: Readonly<Record<(typeof grantTypes)[number], Exchange>> = {
    async authorization_code(parameters, client, addresses) {
      const grant = await service.exchangeCode({
        clientId: client.clientId,
        codeVerifier: requireCodeVerifier(parameters.get('code_verifier')),
        code: requireParameter(parameters.get('code'), 'code'),
        redirectUri: parameters.get('redirect_uri') ?? onlyOne(client.redirectUris),
      })
      const roleId = findRole(grant.userId)
      if (roleId === undefined) {
        throw await end(grant.grantId, 'The person is not known any more.')
      }
      return issue(grant, { client, addresses, roleId, startedAt: nowInSeconds() })
    },

    async refresh_token(parameters, client, addresses) {
      const held = await openToken(
        requireParameter(parameters.get('refresh_token'), 'refresh_token'),
        client,
        addresses,
      )
      const scopes = readScopes(parameters.get('scope'))
      if (findRole(held.userId) !== held.roleId) {
        throw await end(held.grantId, 'The role of the person has changed: connect again.')
      }
      const left = sessionSecondsLeft(held.startedAt)
      if (left <= 0) throw await end(held.grantId, 'The session is over: connect again.')
      const grant = await service.refresh(client.clientId, held.serviceToken, scopes)
      return issue(grant, { client, addresses, roleId: held.roleId, startedAt: held.startedAt })
    },
  }

  return async request => {
    const parameters = await readParameters(request)
    const exchange = exchanges[readGrantType(parameters.get('grant_type'), grantTypes)]
    const client = await settings.findClient(parameters)
    const addresses = await settings.addresses()
    if (!isOurs(parameters.resources, addresses.resource)) {
      throw new OAuthError(`'resource' must be '${addresses.resource}'.`, 'invalid_target')
    }
    return exchange(parameters, client, addresses)
  }

  async function openToken(
    token: string,
    client: OAuthClient,
    addresses: Addresses,
  ): Promise<RefreshClaims> {
    const kind = readTokenKind(token)
    if (kind === 'access' || kind === 'other') {
      throw new OAuthError('This is no refresh token.', 'unsupported_token_type')
    }
    const held = await refreshTokens.open(token, addresses).catch(() => {
      throw new OAuthError('The refresh token is unknown or has expired.', 'invalid_grant')
    })
    if (held.clientId === client.clientId) return held
    throw new OAuthError('The refresh token belongs to another client.', 'invalid_client')
  }

  async function issue(
    grant: Grant,
    { client, addresses, roleId, startedAt }: Bearer,
  ): Promise<HttpResponse> {
    if (!isOurs([grant.resource], addresses.resource)) {
      throw await end(
        grant.grantId,
        `The grant is for another resource than ${addresses.resource}.`,
      )
    }
    const { grantId, userId, renderingId, scopes } = grant
    const { clientId } = client
    const left = sessionSecondsLeft(startedAt)
    const lifetime = Math.min(accessCap(grant), left)
    const [accessToken, refreshToken] = await Promise.all([
      accessTokens.issue(
        { userId, renderingId, roleId, clientId, grantId, scopes },
        addresses,
        lifetime,
      ),
      refreshTokens.encrypt(
        { clientId, grantId, userId, roleId, serviceToken: grant.refreshToken, startedAt },
        addresses,
        Math.min(grant.refreshExpiresIn, left),
      ),
    ])
    return jsonResponse(
      200,
      {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: lifetime,
        refresh_token: refreshToken,
        scope: scopes.join(' '),
      },
      { ...noStore, pragma: 'no-cache' },
    )
  }

  /** What cannot be used any more is taken back at the service too. */
  async function end(grantId: string, message: string): Promise<OAuthError> {
    await service.revoke(grantId)
    return new OAuthError(message, 'invalid_grant')
  }

  function sessionSecondsLeft(startedAt: number): number {
    return (tokenTtl.refresh ?? Number.POSITIVE_INFINITY) - (nowInSeconds() - startedAt)
  }

  function accessCap({ expiresIn }: Grant): number {
    const { access = expiresIn } = tokenTtl
    if (access > expiresIn && !hasWarned) {
      hasWarned = true
      logger(
        'Warn',
        `Access tokens last ${expiresIn} seconds as the service grants them: tokenTtl.accessTokenSeconds (${access}) has no effect.`,
      )
    }
    return Math.min(access, expiresIn)
  }
}

/** Who the tokens are for. */
interface Bearer {
  readonly client: OAuthClient
  readonly addresses: Addresses
  readonly roleId: number
  readonly startedAt: number
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

const onlyOne = (uris: readonly string[]) => (uris.length === 1 ? uris[0] : undefined)
