import { createSecretKey } from 'node:crypto'
import { UnauthorizedError } from '@service/base'
import type { SignedInUser } from '@service/service-client'
import type { JWTPayload } from 'jose'
import { createKeyRing, type KeyRing } from './key-ring.js'

/** A verified session: which user, in which rendering, until when. */
export interface Session {
  readonly userId: number
  readonly renderingId: number
  /** The name of the role at sign-in; rights never depend on it. */
  readonly role: string
  /** The role at sign-in: the session ends when the user has another one. */
  readonly roleId?: number
  /** Of the user at sign-in: the session ends when theirs is higher. */
  readonly sessionVersion?: number
  /** When the user signed in, in seconds since 1970. */
  readonly signedInAt?: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

interface SessionClaims extends SignedInUser {
  readonly renderingId: number
  readonly typ: 'session'
  readonly iss: typeof issuer
  readonly aud: 'agent'
  /** When the user signed in; renewals keep it. */
  readonly auth_time: number
  readonly iat: number
  readonly exp: number
}

export interface IssuedSession {
  readonly token: string
  readonly claims: SessionClaims
}

/** Who signs sessions: agents, and tools that hold their secret. */
const issuer = 'agent'
const lifetimeSeconds = 3600
const longestRenewalSeconds = 12 * 3600
const longestToken = 8192

// RFC 7515: three parts of base64url without padding. The library forgives padding and spaces.
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Signs sessions and tells whether one is genuine: HS256 under the auth secret itself, so that any
 * tool that holds the secret can mint one.
 */
export interface SessionTokens {
  issue(user: SignedInUser, renderingId: number): Promise<IssuedSession>
  /** Another hour, but none beyond twelve since the sign-in: a 401 then. */
  renew(session: Session, user: SignedInUser): Promise<IssuedSession>
  /** Rejects with a 401 unless the token is genuine, unexpired and a session. */
  verify(token: string): Promise<Session>
}

/**
 * Prepares the keys once. The first secret signs; sessions of the others are good until they end.
 *
 * @example
 * const sessions = createSessionTokens([process.env.SERVICE_AUTH_SECRET!])
 * const { userId } = await sessions.verify(token)
 */
export function createSessionTokens(authSecrets: readonly [string, ...string[]]): SessionTokens {
  const keys = createKeyRing(authSecrets, secret => createSecretKey(Buffer.from(secret, 'utf8')))
  const sign = async (claims: SessionClaims): Promise<IssuedSession> => ({
    token: await keys.sign({ ...claims }, 'JWT'),
    claims,
  })
  return {
    issue(user, renderingId) {
      const now = nowInSeconds()
      return sign(toClaims(user, renderingId, now, now))
    },
    async renew({ renderingId, signedInAt }, user) {
      const now = nowInSeconds()
      if (signedInAt === undefined || now >= signedInAt + longestRenewalSeconds) {
        throw new UnauthorizedError('The session cannot be renewed any more: sign in again.')
      }
      return sign(toClaims(user, renderingId, now, signedInAt))
    },
    verify: async token => readSession(await verifyClaims(keys, token)),
  }
}

const nowInSeconds = () => Math.floor(Date.now() / 1000)

function toClaims(
  user: SignedInUser,
  renderingId: number,
  iat: number,
  signedInAt: number,
): SessionClaims {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    team: user.team,
    role: user.role,
    permissionLevel: user.permissionLevel,
    renderingId,
    ...(user.roleId !== undefined && { roleId: user.roleId }),
    ...(user.sessionVersion !== undefined && { sessionVersion: user.sessionVersion }),
    ...(user.tags && { tags: user.tags }),
    typ: 'session',
    iss: issuer,
    aud: 'agent',
    auth_time: signedInAt,
    iat,
    exp: Math.min(iat + lifetimeSeconds, signedInAt + longestRenewalSeconds),
  }
}

type VerifiedClaims = JWTPayload & { readonly exp: number }

async function verifyClaims(keys: KeyRing, token: string): Promise<VerifiedClaims> {
  if (token.length > longestToken || !tokenShape.test(token)) throw new UnauthorizedError(malformed)
  try {
    const rules = { algorithms: ['HS256'], requiredClaims: ['exp'] }
    return await keys.verify<VerifiedClaims>(token, rules)
  } catch (error) {
    const message = refusalOf(error as { code?: string; claim?: string })
    throw message === undefined ? error : new UnauthorizedError(message)
  }
}

const malformed = 'The session token is malformed.'

const refusals: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'The session has expired.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The signature of the session token is wrong.',
  ERR_JWKS_NO_MATCHING_KEY: 'The key of the session token is not known any more: sign in again.',
  ERR_JOSE_ALG_NOT_ALLOWED: 'The session token is not signed with HS256.',
  ERR_JOSE_NOT_SUPPORTED: 'The session token needs an extension that is not supported.',
  ERR_JWS_INVALID: malformed,
  ERR_JWT_INVALID: malformed,
}

const claimRefusals: Readonly<Record<string, string>> = {
  exp: 'The session token has no end.',
  nbf: 'The session has not begun.',
}

/** What to say of an error of the library; nothing of one that is not about the token. */
function refusalOf({ code, claim }: { code?: string; claim?: string }): string | undefined {
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') return claimRefusals[claim ?? ''] ?? malformed
  return refusals[code ?? '']
}

function readSession(claims: VerifiedClaims): Session {
  checkKind(claims)
  const userId = toId(claims.id)
  const renderingId = toId(claims.renderingId ?? claims.rendering_id)
  if (userId === undefined || renderingId === undefined) {
    throw new UnauthorizedError('The session token names no user or no rendering.')
  }
  return {
    userId,
    renderingId,
    role: typeof claims.role === 'string' ? claims.role : '',
    roleId: readRoleId(claims.roleId),
    sessionVersion: readSessionVersion(claims),
    signedInAt: typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat,
    expiresAt: claims.exp * 1000,
  }
}

/** A role that cannot be read is not the role of anybody. */
function readRoleId(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : (toId(value) ?? Number.NaN)
}

/** A session of ours without a version is of the first one. One that cannot be read is older than any. */
function readSessionVersion({ sessionVersion, typ }: VerifiedClaims): number | undefined {
  if (sessionVersion !== undefined && sessionVersion !== null) return toId(sessionVersion) ?? -1
  return typ === undefined ? undefined : 0
}

// Tools of this protocol family mint sessions without `typ`, `iss` and `aud`. Every other kind of token
// we issue has them (and a key of its own), so a token that has one must have the right one.
function checkKind({ typ, iss, aud }: VerifiedClaims): void {
  const isSession = typ === undefined || typ === 'session'
  const isForAgent =
    aud === undefined || aud === 'agent' || (Array.isArray(aud) && aud.includes('agent'))
  const isOurs = iss === undefined || iss === issuer
  if (!isSession || !isForAgent || !isOurs)
    throw new UnauthorizedError('The token is not a session token.')
}

function toId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(id) ? (id as number) : undefined
}
