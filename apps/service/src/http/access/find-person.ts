import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../config.js'
import type { Deps } from '../../deps.js'
import { ForbiddenError, UnauthorizedError } from '../../errors.js'
import { matchesHash, parseToken } from '../../secrets/token-format.js'
import type { RequestInfo } from '../request-info.js'
import { readBearerToken } from './bearer.js'
import type { Person } from './callers.js'
import { checkOrigin } from './check-origin.js'
import { toSignInMethod } from './check-sso.js'
import { findAccessToken, isAccessToken } from './find-access-token.js'
import { isUseDue, recordSessionUse, recordTokenUse } from './record-use.js'

/** The session cookie over http: `<public id>.<secret>`. */
export const SESSION_COOKIE = 'service_session'
/** Over https: browsers take a cookie of this name from this host only, not from a subdomain or over http. */
const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`
/** Over https below a path: browsers take `__Host-` cookies for a whole host only, which others share here. */
const SECURE_PATH_COOKIE = `__Secure-${SESSION_COOKIE}`
/** The header required with every change made in a session. */
export const CSRF_HEADER = 'x-csrf-token'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The CSRF token of a session. It is derived from the session secret, which other sites cannot read. */
export function deriveCsrfToken(sessionSecret: string): string {
  return createHash('sha256').update(`csrf:${sessionSecret}`).digest('base64url')
}

/** The name of the session cookie of this service. */
export function nameSessionCookie({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  if (!publicUrl?.startsWith('https:')) return SESSION_COOKIE
  return hasPath.test(publicUrl) ? SECURE_PATH_COOKIE : SECURE_SESSION_COOKIE
}

/** Whether a public URL has a base path; read on every request, so without a URL parser. */
const hasPath = /^https?:\/\/[^/]+\/./

/** The two halves of the session cookie; both empty without one. */
export function readSessionCookie(
  request: RequestInfo,
  config: Pick<Config, 'publicUrl'>,
): { publicId: string; secret: string } {
  const [publicId = '', secret = ''] = request.cookie(nameSessionCookie(config))?.split('.') ?? []
  return { publicId, secret }
}

/**
 * Authenticates the person of a request by session cookie or personal token or, where the route accepts it,
 * by the access token of a sign-in through an agent; throws when there is none.
 */
export async function findPerson(
  deps: Deps,
  request: RequestInfo,
  takesAccessTokens = false,
): Promise<Person> {
  const bearer = readBearerToken(request)
  if (bearer === undefined) return findBySession(deps, request)
  return takesAccessTokens && isAccessToken(bearer)
    ? findByAccessToken(deps, bearer)
    : findByToken(deps, bearer)
}

async function findBySession(deps: Deps, request: RequestInfo): Promise<Person> {
  const { publicId, secret } = readSessionCookie(request, deps.config)
  if (publicId === '') throw new UnauthorizedError('Sign in first, or send a personal token.')
  const person = await findSignedIn(deps, request)
  if (!person) throw new UnauthorizedError('The session has ended. Sign in again.')
  checkCsrf(deps, request, secret)
  return person
}

/**
 * Finds the person signed in in this browser; undefined when there is none. For pages that only read: a
 * change needs `findPerson`.
 */
export async function findSignedIn(deps: Deps, request: RequestInfo): Promise<Person | undefined> {
  const { publicId, secret } = readSessionCookie(request, deps.config)
  if (!/^\w{1,64}$/.test(publicId)) return undefined
  const row = await deps.store.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.secret_hash', 'sessions.method', 'sessions.sso_project_id'])
    .select(['sessions.created_at as signed_in_at', 'sessions.has_two_factors'])
    .select(isUseDue('sessions.last_seen_at').as('is_due'))
    .select(personColumns)
    .where('sessions.public_id', '=', publicId)
    .where('sessions.expires_at', '>', sql<string>`clock_timestamp()`)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row || !matchesHash(secret, row.secret_hash)) return undefined
  if (row.is_due) recordSessionUse(deps, publicId)
  return toPerson(row, {
    kind: 'session',
    publicId,
    method: toSignInMethod(row.method),
    ssoProjectId: row.sso_project_id,
    signedInAt: row.signed_in_at,
    hasTwoFactors: row.has_two_factors,
  })
}

/** Browsers attach the session cookie to requests of other sites too, so changes need the CSRF token. */
function checkCsrf(deps: Deps, request: RequestInfo, secret: string): void {
  if (SAFE_METHODS.has(request.method)) return
  checkOrigin(request, deps.config)
  if (request.header(CSRF_HEADER) === deriveCsrfToken(secret)) return
  throw new ForbiddenError(
    `Changes in a session need the header '${CSRF_HEADER}' with the csrfToken of GET /api/session.`,
    'csrf_token_required',
  )
}

async function findByToken(deps: Deps, token: string): Promise<Person> {
  const publicId = parseToken('svcp', token)
  const row =
    publicId &&
    (await deps.store.db
      .selectFrom('personal_tokens')
      .innerJoin('users', 'users.id', 'personal_tokens.user_id')
      .select(['personal_tokens.id as token_id', 'personal_tokens.token_hash'])
      .select('personal_tokens.has_two_factors')
      .select(isUseDue('personal_tokens.last_used_at').as('is_due'))
      .select(personColumns)
      .where('personal_tokens.public_id', '=', publicId)
      .where('personal_tokens.revoked_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          eb('personal_tokens.expires_at', 'is', null),
          eb('personal_tokens.expires_at', '>', sql<string>`clock_timestamp()`),
        ]),
      )
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst())
  if (!row || !matchesHash(token, row.token_hash)) {
    throw new UnauthorizedError('The personal token is unknown, expired or revoked.')
  }
  if (row.is_due) recordTokenUse(deps, row.token_id)
  const { token_id: id, has_two_factors: hasTwoFactors } = row
  return toPerson(row, { kind: 'personalToken', id, hasTwoFactors })
}

async function findByAccessToken(deps: Deps, token: string): Promise<Person> {
  const { userId, credential } = await findAccessToken(deps, token)
  const row = await deps.store.db
    .selectFrom('users')
    .select(personColumns)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return toPerson(row, credential)
}

const personColumns = [
  'users.id',
  'users.email',
  'users.username',
  'users.first_name',
  'users.last_name',
  'users.is_owner',
  'users.unverified_in_project_id',
] as const

interface PersonRow {
  readonly id: number
  readonly email: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly is_owner: boolean
  readonly unverified_in_project_id: number | null
}

function toPerson(row: PersonRow, credential: Person['credential']): Person {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    isOwner: row.is_owner,
    isUnverified: row.unverified_in_project_id !== null,
    credential,
  }
}
