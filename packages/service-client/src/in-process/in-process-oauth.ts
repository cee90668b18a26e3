import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import {
  accessTokenSeconds,
  codeSeconds,
  createMemoryCodeStore,
  defaultScopes,
  maxRefreshRetries,
  redeemCode,
  refreshRetrySeconds,
  refreshTokenSeconds,
  splitScopes,
} from '@service/authorization'
import { grantAddress } from '../mcp/grant-address.js'
import { GrantRefusedError } from '../port/errors.js'
import type { Grant, GrantRequest, McpPort, OAuthClient } from '../port/mcp-port.js'
import type { Snapshot } from '../port/snapshot.js'

/** What a person ticks on the page that asks for their consent. */
export interface InProcessConsent {
  /** Default: all that the client asked for, and without that to read, write and run actions. */
  readonly scopes?: readonly string[]
  /** Default: the person's first one. */
  readonly renderingId?: number
}

/** Lets clients in without a page: a test or an example says who consents. */
export interface InProcessOAuth
  extends Pick<
    McpPort,
    'findClient' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke' | 'hasEnded'
  > {
  registerClient(client: Omit<OAuthClient, 'clientId'>): OAuthClient
  grantCode(userId: number, authorizationUrl: string, consent?: InProcessConsent): string
}

interface OpenGrant extends Pick<Grant, 'userId' | 'renderingId' | 'resource'> {
  readonly clientId: string
  readonly scopes: readonly string[]
  /** How often it was refreshed: only the refresh token with this number works. */
  generation: number
  /** When it was refreshed last, and how often that was repeated because a response was lost. */
  refreshedAt: number
  retries: number
  expiresAt: number
}

const refusals = {
  reused: 'The code was used before: the grant has ended.',
  expired: 'The code has expired.',
  mismatched: 'The redirect URI or the verifier is not the one of this code.',
}

export function createInProcessOAuth(
  consentUrl: string,
  snapshotNow: () => Snapshot,
): InProcessOAuth {
  const key = randomBytes(32)
  const clients = new Map<string, OAuthClient>()
  const codes = createMemoryCodeStore<{ readonly grantId: string }>()
  const grants = new Map<string, OpenGrant>()

  const isMember = (userId: number, renderingId: number) =>
    snapshotNow().users.get(userId)?.renderingIds?.includes(renderingId) ?? false

  const findGrant = (grantId: string): OpenGrant | undefined => {
    const grant = grants.get(grantId)
    const isOpen =
      grant && grant.expiresAt > Date.now() && isMember(grant.userId, grant.renderingId)
    if (!isOpen) grants.delete(grantId)
    return isOpen ? grant : undefined
  }

  const renew = (grantId: string, grant: OpenGrant, scopes = grant.scopes): Grant => {
    grant.generation += 1
    grant.refreshedAt = Date.now()
    grant.retries = 0
    grant.expiresAt = grant.refreshedAt + refreshTokenSeconds * 1000
    return issueGrant(grantId, grant, scopes)
  }

  const issueGrant = (grantId: string, grant: OpenGrant, scopes = grant.scopes): Grant => {
    const { userId, renderingId, resource } = grant
    return {
      grantId,
      userId,
      renderingId,
      scopes,
      resource,
      refreshToken: signRefreshToken(key, grantId, grant.generation),
      expiresIn: accessTokenSeconds,
      refreshExpiresIn: refreshTokenSeconds,
    }
  }

  const end = (grantId: string, message: string): never => {
    grants.delete(grantId)
    throw new GrantRefusedError('invalid_grant', message)
  }

  return {
    registerClient(given) {
      const client = { ...given, clientId: randomUUID() }
      clients.set(client.clientId, client)
      return client
    },
    findClient: async clientId => clients.get(clientId),
    authorizationUrl: async request => grantAddress(consentUrl, request),
    grantCode(userId, authorizationUrl, consent = {}) {
      forgetExpired(grants)
      const requested = readAddress(authorizationUrl)
      const renderingId =
        consent.renderingId ?? snapshotNow().users.get(userId)?.renderingIds?.[0] ?? 0
      const scopes = consent.scopes ?? requested.scopes
      if (!isMember(userId, renderingId)) {
        throw new GrantRefusedError('access_denied', `User ${userId} may not open this rendering.`)
      }
      refuseMore(scopes, requested.scopes)
      const grantId = randomUUID()
      const { clientId, codeChallenge, redirectUri, resource } = requested
      grants.set(grantId, {
        clientId,
        userId,
        renderingId,
        scopes,
        resource,
        generation: 0,
        refreshedAt: 0,
        retries: 0,
        expiresAt: Date.now() + codeSeconds * 1000,
      })
      return codes.issue({ clientId, codeChallenge, redirectUri }, { grantId })
    },
    // The agent repeats the redirect URI: to leave it out is as wrong as another one.
    async exchangeCode({ redirectUri = '', ...exchange }) {
      const redemption = await redeemCode(codes, { ...exchange, redirectUri })
      if (redemption.status === 'unknown') {
        throw new GrantRefusedError('invalid_grant', 'The client has no such code.')
      }
      const { grantId } = redemption.data
      if (redemption.status !== 'redeemed') return end(grantId, refusals[redemption.status])
      const grant = findGrant(grantId)
      return grant ? renew(grantId, grant) : end(grantId, 'The grant has ended.')
    },
    async refresh(clientId, refreshToken, scopes) {
      const read = readRefreshToken(key, refreshToken)
      const grant = read && findGrant(read.grantId)
      if (!read || !grant || grant.clientId !== clientId) {
        throw new GrantRefusedError('invalid_grant', 'The refresh token is unknown or has ended.')
      }
      const isRetry = read.generation !== grant.generation
      if (isRetry && !mayRetry(grant, read.generation)) {
        return end(read.grantId, 'The refresh token was used before: the grant has ended.')
      }
      refuseMore(scopes ?? [], grant.scopes)
      if (isRetry) {
        grant.retries += 1
        return issueGrant(read.grantId, grant, scopes)
      }
      return renew(read.grantId, grant, scopes)
    },
    async revoke(grantId) {
      grants.delete(grantId)
    },
    hasEnded: grantId => findGrant(grantId) === undefined,
  }
}

function readAddress(authorizationUrl: string): GrantRequest {
  const requested = new URL(authorizationUrl).searchParams
  const scope = requested.get('scope')
  return {
    clientId: requested.get('client_id') ?? '',
    redirectUri: requested.get('redirect_uri') ?? '',
    codeChallenge: requested.get('code_challenge') ?? '',
    scopes: scope === null ? defaultScopes : splitScopes(scope),
    resource: requested.get('resource') ?? '',
  }
}

/** The response to the last refresh may have been lost; the token it gave was not used yet. */
const mayRetry = (grant: OpenGrant, generation: number): boolean =>
  generation === grant.generation - 1 &&
  grant.retries < maxRefreshRetries &&
  Date.now() - grant.refreshedAt < refreshRetrySeconds * 1000

function refuseMore(scopes: readonly string[], allowed: readonly string[]): void {
  const more = scopes.filter(scope => !allowed.includes(scope))
  if (more.length === 0) return
  throw new GrantRefusedError('invalid_scope', `Not part of the grant: ${more.join(', ')}.`)
}

function forgetExpired(map: Map<string, { readonly expiresAt: number }>): void {
  const now = Date.now()
  for (const [key, { expiresAt }] of map) if (expiresAt <= now) map.delete(key)
}

// Signed, so that one that was made up is told from one that was used before, which ends the grant.
function signRefreshToken(key: Buffer, grantId: string, generation: number): string {
  const text = `${grantId}.${generation}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

function readRefreshToken(key: Buffer, token: string) {
  const [grantId = '', number = ''] = token.split('.')
  const right = Buffer.from(signRefreshToken(key, grantId, Number(number)))
  const given = Buffer.from(token)
  const isGenuine = given.length === right.length && timingSafeEqual(given, right)
  return isGenuine ? { grantId, generation: Number(number) } : undefined
}
