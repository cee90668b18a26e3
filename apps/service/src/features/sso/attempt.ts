import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { InvalidRequestError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import { cookie } from '../sessions/session-cookie.js'

const COOKIE = 'service_sso'
const PURPOSE = 'sso-attempt'
const SECONDS = 600

/** A sign-in in progress, stored encrypted in a cookie of the browser that started it. */
const Attempt = z.object({
  projectId: z.number(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: z.number(),
})

export type Attempt = z.output<typeof Attempt>

/** The cookie of an attempt, as a `Set-Cookie` header. */
export function attemptCookie(
  { secrets, config }: Deps,
  attempt: Omit<Attempt, 'expiresAt'>,
): string {
  const expiresAt = Date.now() + SECONDS * 1000
  const encrypted = secrets.encrypt(PURPOSE, JSON.stringify({ ...attempt, expiresAt }))
  return cookie(COOKIE, encrypted, SECONDS, config)
}

export const clearedAttemptCookie = ({ config }: Deps) => cookie(COOKIE, '', 0, config)

/** Reads the attempt of this browser; undefined when it does not match the provider's callback. */
export function readAttempt(
  { secrets }: Deps,
  request: RequestInfo,
  state: string | undefined,
): Attempt {
  const encrypted = request.cookie(COOKIE)
  const text = encrypted && secrets.decrypt(PURPOSE, encrypted)
  const attempt = text ? Attempt.parse(JSON.parse(text)) : undefined
  if (!attempt || attempt.state !== state) {
    throw new InvalidRequestError(
      'This sign-in was started in another browser, or is already finished. Start again.',
      'sso_attempt_unknown',
    )
  }
  if (attempt.expiresAt < Date.now()) {
    throw new InvalidRequestError('This sign-in took too long. Start again.', 'sso_attempt_expired')
  }
  return attempt
}
