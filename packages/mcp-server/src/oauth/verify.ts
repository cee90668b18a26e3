import { type HttpRequest, readBearer } from '@service/http'
import type { AuthorizationSettings, McpSession } from '../contracts.js'
import type { AccessTokens } from './access-token.js'
import { AuthorizationError } from './authorization-error.js'
import { readTokenKind } from './token-kind.js'

export type VerifySettings = Pick<AuthorizationSettings, 'service' | 'addresses' | 'findRole'> & {
  readonly accessTokens: AccessTokens
}

interface Remembered {
  readonly session: McpSession
  readonly resource: string
  readonly issuer: string
}

const maxRemembered = 10_000

/** Tells who calls the MCP endpoint. A token seen before costs a look-up, and whether it still stands. */
export function createVerifier(
  settings: VerifySettings,
): (request: HttpRequest) => Promise<McpSession> {
  const { service, addresses, findRole, accessTokens } = settings
  const remembered = new Map<string, Remembered>()

  const find = async (token: string): Promise<McpSession> => {
    const current = await addresses()
    const { resource, issuer } = current
    const known = remembered.get(token)
    if (known?.resource === resource && known.issuer === issuer) return known.session
    refuseOtherKinds(token)
    const session = await accessTokens.verify(token, current).catch(error => {
      throw unauthorized(describeError(error as { code?: string; claim?: string }))
    })
    if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(token, { session, resource, issuer })
    return session
  }

  return async request => {
    const token = bearerToken(request)
    const session = await find(token)
    if (session.expiresAt <= Date.now()) {
      remembered.delete(token)
      throw unauthorized('The access token has expired.')
    }
    if (service.hasEnded(session.grantId)) throw unauthorized('The access was revoked.')
    if (findRole(session.userId) !== session.roleId) {
      throw unauthorized('The role of the person has changed: connect again.')
    }
    if (session.scopes.has('mcp:read')) return session
    throw new AuthorizationError(
      403,
      'insufficient_scope',
      "The access token lacks the scope 'mcp:read'.",
    )
  }
}

/** From the header alone: addresses and forms are kept in logs and histories. */
function bearerToken(request: HttpRequest): string {
  const token = readBearer(request.header('authorization'))
  if (token) return token
  throw unauthorized("An access token is needed: 'Authorization: Bearer <token>'.")
}

function refuseOtherKinds(token: string): void {
  const kind = readTokenKind(token)
  if (kind === 'access') return
  if (kind !== 'refresh') throw unauthorized('This is no access token of this server.')
  throw new AuthorizationError(
    400,
    'unsupported_token_type',
    'This is a refresh token: exchange it for an access token.',
  )
}

function describeError({ code, claim }: { code?: string; claim?: string }): string {
  if (code === 'ERR_JWT_EXPIRED') return 'The access token has expired.'
  if (claim === 'aud') return 'The access token is for another resource.'
  return 'The access token was not issued by this server.'
}

function unauthorized(message: string): AuthorizationError {
  return new AuthorizationError(401, 'invalid_token', message)
}
