import { createSecretKey } from 'node:crypto'
import { UnauthorizedError } from '@service/base'
import type { Preview, SignedInUser } from '@service/service-client'
import type { JWTPayload } from 'jose'
import { createKeyRing, type KeyRing } from './key-ring.js'

/** A verified session: the user, the rendering and when it expires. */
export interface Session {
  readonly userId: number
  readonly renderingId: number
  /** Name of the role at sign-in; permissions never depend on it. */
  readonly role: string
  /** The role at sign-in; the session ends when the user's role changes. */
  readonly roleId?: number
  /**
   * The session version of the user at sign-in; the session ends when the user's version is higher.
   */
  readonly sessionVersion?: number
  /** When the user signed in, in seconds since 1970. */
  readonly signedInAt?: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The role as which an administrator looks. Such a session changes nothing and is never renewed. */
  readonly preview?: PreviewedRole
}

/** The role as which an administrator looks. */
export interface PreviewedRole {
  readonly roleId: number
  readonly role: string
}

interface SessionClaims extends SignedInUser {
  readonly renderingId: number
  /** A preview has its own type, so that an agent that does not know previews refuses it. */
  readonly typ: 'session' | 'preview'
  readonly iss: typeof issuer
  readonly aud: 'agent'
  /** When the user signed in; renewals do not change it. */
  readonly auth_time: number
  readonly iat: number
  readonly exp: number
  readonly preview?: PreviewedRole
}

export interface IssuedSession {
  readonly token: string
  readonly claims: SessionClaims
}

/** The issuer of sessions: agents, and tools that have their secret. */
const issuer = 'agent'
const lifetimeSeconds = 3600
const maxRenewalSeconds = 12 * 3600
const maxPreviewSeconds = 15 * 60
const maxTokenLength = 8192

// RFC 7515: three parts of base64url without padding. The library would accept padding and spaces.
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * Signs and verifies sessions: HS256 with the auth secret itself, so that any tool that has the
 * secret can create one.
 */
export interface SessionTokens {
  issue(user: SignedInUser, renderingId: number): Promise<IssuedSession>
  /** Issues a session in which an administrator sees what a role sees, for 15 minutes at most. */
  issuePreview(user: SignedInUser, renderingId: number, preview: Preview): Promise<IssuedSession>
  /** Extends the session by an hour, up to twelve hours after sign-in; then rejects with a 401. */
  renew(session: Session, user: SignedInUser): Promise<IssuedSession>
  /** Rejects with a 401 unless the token is a valid session that has not expired. */
  verify(token: string): Promise<Session>
}

/**
 * Creates the keys once. The first secret signs; sessions signed with the others are valid until
 * they expire.
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
    issuePreview(user, renderingId, { role, seconds }) {
      const now = nowInSeconds()
      return sign({
        ...toClaims(user, renderingId, now, now),
        typ: 'preview',
        exp: now + Math.min(seconds, maxPreviewSeconds),
        preview: { roleId: role.id, role: role.name },
      })
    },
    async renew({ renderingId, signedInAt, preview }, user) {
      const now = nowInSeconds()
      if (preview) {
        throw new UnauthorizedError('A view as a role cannot be renewed: start it again.')
      }
      if (signedInAt === undefined || now >= signedInAt + maxRenewalSeconds) {
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
    exp: Math.min(iat + lifetimeSeconds, signedInAt + maxRenewalSeconds),
  }
}

type VerifiedClaims = JWTPayload & { readonly exp: number }

async function verifyClaims(keys: KeyRing, token: string): Promise<VerifiedClaims> {
  if (token.length > maxTokenLength || !tokenShape.test(token))
    throw new UnauthorizedError(malformed)
  try {
    const rules = { algorithms: ['HS256'], requiredClaims: ['exp'] }
    return await keys.verify<VerifiedClaims>(token, rules)
  } catch (error) {
    const message = describeRefusal(error as { code?: string; claim?: string })
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

/**
 * Returns the message for an error of the library; undefined for errors that do not concern the
 * token.
 */
function describeRefusal({ code, claim }: { code?: string; claim?: string }): string | undefined {
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
    ...(claims.typ === 'preview' && { preview: readPreview(claims.preview) }),
  }
}

function readPreview(value: unknown): PreviewedRole {
  const { roleId, role } = (value ?? {}) as Readonly<Record<string, unknown>>
  const id = toId(roleId)
  if (id === undefined || typeof role !== 'string' || role === '')
    throw new UnauthorizedError(malformed)
  return { roleId: id, role }
}

/** An invalid role id equals no role, so the session is rejected. */
function readRoleId(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : (toId(value) ?? Number.NaN)
}

/**
 * Our sessions without a version have the first version. An invalid version counts as older than
 * any.
 */
function readSessionVersion({ sessionVersion, typ }: VerifiedClaims): number | undefined {
  if (sessionVersion !== undefined && sessionVersion !== null) return toId(sessionVersion) ?? -1
  return typ === undefined ? undefined : 0
}

// Tools of this protocol family create sessions without `typ`, `iss` and `aud`. All other tokens we
// issue have them (and a separate key), so a token that has one of them must have the right value.
function checkKind({ typ, iss, aud }: VerifiedClaims): void {
  const isSession = typ === undefined || typ === 'session' || typ === 'preview'
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
