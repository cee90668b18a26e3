import { isOAuthErrorCode } from '@service/authorization'
import { parseJson } from '@service/base'
import type { JWTPayload } from 'jose'
import { decodeJwt } from 'jose/jwt/decode'
import { idAt, type Json, objectAt, textAt } from '../documents/shape.js'
import { GrantRefusedError } from '../port/errors.js'
import type { Grant } from '../port/mcp-port.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'

const path = '/oauth/token'

/** Exchanges a code or a refresh token at the service. */
export async function requestGrant(caller: Caller, clock: Clock, body: object): Promise<Grant> {
  try {
    const { text } = await caller.call({ method: 'POST', path, body })
    return parseGrant(parseJson(text), clock.now())
  } catch (error) {
    return refuse(toCallError(error, path))
  }
}

function refuse(failure: CallError): never {
  const { code = '', detail = 'The service refused the grant.' } = failure
  // Other codes concern only the agent and the service.
  if (isOAuthErrorCode(code)) throw new GrantRefusedError(code, detail)
  if (failure.isLasting) throw new GrantRefusedError('invalid_request', detail)
  // The person may no longer use the client here: they left the team or the project.
  if (failure.status === 403) throw new GrantRefusedError('access_denied', detail)
  throw failure.toUnavailableError()
}

/**
 * Reads a token response. The tokens are not verified, because they came over the agent's own
 * connection to the service.
 */
function parseGrant(document: unknown, now: number): Grant {
  const tokens = objectAt(document, 'the grant')
  const access = decodeJwt<Json>(textAt(tokens.access_token, 'access_token'))
  const refreshToken = textAt(tokens.refresh_token, 'refresh_token')
  return {
    grantId: textAt(access.grant_id, 'grant_id'),
    userId: idAt(Number(textAt(access.sub, 'sub')), 'sub'),
    renderingId: idAt(objectAt(access.meta, 'meta').renderingId, 'meta.renderingId'),
    scopes: textAt(access.scope, 'scope').split(' ').filter(Boolean),
    resource: textAt(access.resource ?? '', 'resource'),
    refreshToken,
    expiresIn: computeLifetime(access, now),
    refreshExpiresIn: computeLifetime(decodeJwt(refreshToken), now),
  }
}

/**
 * Seconds until the token expires. Uses `iat` of the token if present, because the clocks of agent
 * and service may differ.
 */
function computeLifetime({ exp, iat }: JWTPayload, now: number): number {
  return Math.max(idAt(exp, 'exp') - (iat ?? Math.floor(now / 1000)), 0)
}
