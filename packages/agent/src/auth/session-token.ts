import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { UnauthorizedError } from '@service/datasource-toolkit'
import type { SignedInUser } from '../service/service-port.js'

/** A verified session: which user, in which rendering, until when. */
export interface Session {
  readonly userId: number
  readonly renderingId: number
  /** The name of the role at sign-in; rights never depend on it. */
  readonly role: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface SessionClaims extends SignedInUser {
  readonly renderingId: number
  readonly typ: 'session'
  readonly aud: 'agent'
  readonly iat: number
  readonly exp: number
}

export interface IssuedSession {
  readonly token: string
  readonly claims: SessionClaims
}

const lifetimeSeconds = 3600
const longestToken = 8192
const header = encode({ alg: 'HS256', typ: 'JWT' })

/**
 * Signs sessions and tells whether one is genuine: HS256 under the auth secret itself, so that any
 * tool that holds the secret can mint one.
 */
export interface SessionTokens {
  issue(user: SignedInUser, renderingId: number): IssuedSession
  /** Throws a 401 unless the token is genuine, unexpired and a session. */
  verify(token: string): Session
}

/** Prepares the key once. */
export function createSessionTokens(authSecret: string): SessionTokens {
  const key = createSecretKey(Buffer.from(authSecret, 'utf8'))
  return {
    issue(user, renderingId) {
      const iat = Math.floor(Date.now() / 1000)
      const claims = toClaims(user, renderingId, iat)
      const signed = `${header}.${encode(claims)}`
      return { token: `${signed}.${sign(key, signed)}`, claims }
    },
    verify: token => readSession(verifyClaims(key, token)),
  }
}

function toClaims(user: SignedInUser, renderingId: number, iat: number): SessionClaims {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    team: user.team,
    role: user.role,
    permissionLevel: user.permissionLevel,
    renderingId,
    ...(user.tags && { tags: user.tags }),
    typ: 'session',
    aud: 'agent',
    iat,
    exp: iat + lifetimeSeconds,
  }
}

function verifyClaims(key: KeyObject, token: string): Record<string, unknown> {
  const [head, payload, signature, ...rest] = token.length > longestToken ? [] : token.split('.')
  if (!head || !payload || !signature || rest.length > 0) {
    throw new UnauthorizedError('The session token is malformed.')
  }
  const { alg, crit } = decode(head)
  if (alg !== 'HS256' || crit !== undefined) {
    throw new UnauthorizedError('The session token is not signed with HS256.')
  }
  if (!isEqual(sign(key, `${head}.${payload}`), signature)) {
    throw new UnauthorizedError('The signature of the session token is wrong.')
  }
  return decode(payload)
}

function readSession(claims: Record<string, unknown>): Session {
  checkKind(claims)
  const now = Date.now() / 1000
  if (typeof claims.exp !== 'number') throw new UnauthorizedError('The session token has no end.')
  if (claims.exp <= now) throw new UnauthorizedError('The session has expired.')
  if (claims.nbf !== undefined && !(typeof claims.nbf === 'number' && claims.nbf <= now)) {
    throw new UnauthorizedError('The session has not begun.')
  }
  const userId = toId(claims.id)
  const renderingId = toId(claims.renderingId ?? claims.rendering_id)
  if (userId === undefined || renderingId === undefined) {
    throw new UnauthorizedError('The session token names no user or no rendering.')
  }
  const role = typeof claims.role === 'string' ? claims.role : ''
  return { userId, renderingId, role, expiresAt: claims.exp * 1000 }
}

// Tools of this protocol family mint sessions without `typ` and `aud`. Every other kind of token we
// issue has them (and a key of its own), so a token that has one must have the right one.
function checkKind({ typ, aud }: Record<string, unknown>): void {
  const isSession = typ === undefined || typ === 'session'
  const isForAgent =
    aud === undefined || aud === 'agent' || (Array.isArray(aud) && aud.includes('agent'))
  if (!isSession || !isForAgent) throw new UnauthorizedError('The token is not a session token.')
}

function toId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

function sign(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isEqual(expected: string, given: string): boolean {
  const a = Buffer.from(expected)
  const b = Buffer.from(given)
  return a.length === b.length && timingSafeEqual(a, b)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'))
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  throw new UnauthorizedError('The session token is malformed.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
