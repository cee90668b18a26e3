import { type Kysely, sql } from 'kysely'
import type { Config } from '../../config.js'
import { deriveCsrfToken } from '../../http/access/find-person.js'
import type { RequestInfo } from '../../http/request-info.js'
import { hashSecret, randomText } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { sessionCookie } from './session-cookie.js'

export interface NewSession {
  readonly userId: number
  readonly method: 'password' | 'passkey' | 'sso'
  /** The project whose identity provider authenticated the person. */
  readonly ssoProjectId?: number
  /** Whether the person proved two factors. Absent: one. */
  readonly hasTwoFactors?: boolean
  readonly request: RequestInfo
  readonly config: Config
}

export interface OpenedSession {
  /** The value of a `Set-Cookie` header. */
  readonly cookie: string
  readonly csrfToken: string
}

/** Opens a session for an authenticated person; its secret exists only in the cookie. */
export async function openSession(
  db: Kysely<Database>,
  { userId, method, ssoProjectId, hasTwoFactors = false, request, config }: NewSession,
): Promise<OpenedSession> {
  const publicId = randomText(24)
  const secret = randomText(43)
  await db
    .insertInto('sessions')
    .values({
      public_id: publicId,
      secret_hash: hashSecret(secret),
      user_id: userId,
      method,
      sso_project_id: ssoProjectId ?? null,
      has_two_factors: hasTwoFactors,
      address: request.address,
      user_agent: (request.header('user-agent') ?? '').slice(0, 300),
      expires_at: sql<string>`clock_timestamp() + ${config.sessionHours} * interval '1 hour'`,
    })
    .execute()
  return {
    cookie: sessionCookie(`${publicId}.${secret}`, config),
    csrfToken: deriveCsrfToken(secret),
  }
}
