import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { grantAddress } from '../mcp/grant-address.js'
import { GrantRefusedError } from '../port/errors.js'
import type { Grant, GrantRequest, McpPort, OAuthClient } from '../port/mcp-port.js'
import type { Snapshot } from '../port/snapshot.js'
import { challengeOf } from './code-challenge.js'

/** What a person ticks on the page that asks for their consent. */
export interface InProcessConsent {
  /** Default: all that the client asked for, and without that to read, write and run actions. */
  readonly scopes?: readonly string[]
  /** Default: the person's first one. */
  readonly renderingId?: number
}

/** Lets clients in without a page: a test or an example says who consents. */
export interface GrantDesk
  extends Pick<
    McpPort,
    'findClient' | 'authorizationUrl' | 'exchangeCode' | 'refresh' | 'revoke' | 'hasEnded'
  > {
  registerClient(client: Omit<OAuthClient, 'clientId'>): OAuthClient
  grantCode(userId: number, authorizationUrl: string, consent?: InProcessConsent): string
}

interface Code extends Pick<GrantRequest, 'clientId' | 'codeChallenge' | 'redirectUri'> {
  readonly grantId: string
  readonly expiresAt: number
  isUsed: boolean
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

const codeLifetime = 60_000
const retryTime = 60_000
const mostRetries = 10
const lifetimes = { access: 3600, refresh: 691_200 }
const usualScopes = ['mcp:read', 'mcp:write', 'mcp:action']

export function createGrantDesk(consentUrl: string, snapshotNow: () => Snapshot): GrantDesk {
  const key = randomBytes(32)
  const clients = new Map<string, OAuthClient>()
  const codes = new Map<string, Code>()
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
    grant.expiresAt = grant.refreshedAt + lifetimes.refresh * 1000
    return give(grantId, grant, scopes)
  }

  const give = (grantId: string, grant: OpenGrant, scopes = grant.scopes): Grant => {
    const { userId, renderingId, resource } = grant
    return {
      grantId,
      userId,
      renderingId,
      scopes,
      resource,
      refreshToken: signRefreshToken(key, grantId, grant.generation),
      expiresIn: lifetimes.access,
      refreshExpiresIn: lifetimes.refresh,
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
      forgetExpired(codes)
      forgetExpired(grants)
      const asked = readAddress(authorizationUrl)
      const renderingId =
        consent.renderingId ?? snapshotNow().users.get(userId)?.renderingIds?.[0] ?? 0
      const scopes = consent.scopes ?? asked.scopes
      if (!isMember(userId, renderingId)) {
        throw new GrantRefusedError('access_denied', `User ${userId} may not open this rendering.`)
      }
      refuseMore(scopes, asked.scopes)
      const grantId = randomUUID()
      const { clientId, codeChallenge, redirectUri, resource } = asked
      const expiresAt = Date.now() + codeLifetime
      grants.set(grantId, {
        clientId,
        userId,
        renderingId,
        scopes,
        resource,
        generation: 0,
        refreshedAt: 0,
        retries: 0,
        expiresAt,
      })
      const code = randomUUID()
      codes.set(code, {
        clientId,
        codeChallenge,
        redirectUri,
        grantId,
        expiresAt,
        isUsed: false,
      })
      return code
    },
    async exchangeCode({ clientId, code: text, codeVerifier, redirectUri }) {
      const code = codes.get(text)
      if (!code || code.expiresAt <= Date.now()) {
        throw new GrantRefusedError('invalid_grant', 'The code is unknown or expired.')
      }
      const { grantId } = code
      if (code.isUsed) return end(grantId, 'The code was used before: the grant has ended.')
      code.isUsed = true
      const isSame = code.clientId === clientId && code.redirectUri === redirectUri
      if (!isSame || code.codeChallenge !== challengeOf(codeVerifier)) {
        return end(grantId, 'Another client, address or verifier asked for this code.')
      }
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
        return give(read.grantId, grant, scopes)
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
  const asked = new URL(authorizationUrl).searchParams
  const scope = asked.get('scope')
  return {
    clientId: asked.get('client_id') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
    codeChallenge: asked.get('code_challenge') ?? '',
    scopes: scope === null ? usualScopes : scope.split(' '),
    resource: asked.get('resource') ?? '',
  }
}

/** The response to the last refresh may have been lost; the token it gave was not used yet. */
const mayRetry = (grant: OpenGrant, generation: number): boolean =>
  generation === grant.generation - 1 &&
  grant.retries < mostRetries &&
  Date.now() - grant.refreshedAt < retryTime

function refuseMore(scopes: readonly string[], most: readonly string[]): void {
  const more = scopes.filter(scope => !most.includes(scope))
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
