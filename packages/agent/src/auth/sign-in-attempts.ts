import { randomBytes } from 'node:crypto'
import { computeCodeChallenge } from '@service/authorization'
import { ValidationError } from '@service/base'
import { readCookie } from '@service/http'
import type { SignInRequest } from '@service/service-client'
import { createKeyRing, deriveKey } from '@service/tokens'

/** A sign-in that began: the request to the service, and the cookie that binds it to this browser. */
interface BegunSignIn extends SignInRequest {
  /** The value of a `Set-Cookie` header. */
  readonly cookie: string
}

/** The state of a sign-in, as stored in the browser. */
interface ResumedSignIn {
  readonly renderingId: number
  readonly nonce: string
  readonly codeVerifier: string
}

/**
 * Stores the state of sign-ins in the browser itself: any instance of the agent can finish them,
 * and no other browser can.
 */
export interface SignInAttempts {
  /** `attributes` are those of the cookie. */
  begin(renderingId: number, attributes: string): Promise<BegunSignIn>
  /** Rejects with a 400 unless this browser began the sign-in of `state`. */
  resume(state: string, cookies: string): Promise<ResumedSignIn>
  /** The value of a `Set-Cookie` header that removes the cookie of a sign-in; undefined when `state` belongs to none. */
  buildClearedCookie(state: string, attributes: string): string | undefined
}

const lifetimeSeconds = 600
const issuer = 'agent'
const audience = 'agent-sign-in'

export function createSignInAttempts(
  authSecrets: readonly [string, ...string[]],
  cookiePath: string,
): SignInAttempts {
  const keys = createKeyRing(authSecrets, secret => deriveKey(secret, audience))
  return {
    async begin(renderingId, attributes) {
      const [id, nonce, codeVerifier] = [randomText(), randomText(), randomText()]
      const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds
      const claims = { renderingId, nonce, codeVerifier, iss: issuer, aud: audience, jti: id, exp }
      const signedAttempt = await keys.sign(claims, 'sign-in')
      return {
        renderingId,
        nonce,
        state: JSON.stringify({ renderingId, id }),
        codeChallenge: computeCodeChallenge(codeVerifier),
        cookie: setCookie(id, signedAttempt, lifetimeSeconds, attributes),
      }
    },
    async resume(state, cookies) {
      const id = readId(state)
      if (id === undefined) {
        throw new ValidationError("The parameter 'state' is not the one /authentication gave.")
      }
      const signedAttempt = readCookie(cookies, cookieName(id))
      if (signedAttempt === undefined) throw refusal('it began in another browser, or too long ago')
      const rules = {
        algorithms: ['HS256'],
        typ: 'sign-in',
        issuer,
        audience,
        requiredClaims: ['exp', 'jti'],
      }
      const claims = await keys.verify<ResumedSignIn>(signedAttempt, rules).catch(() => {
        throw refusal('its cookie has expired or was changed')
      })
      if (claims.jti !== id) throw refusal('its cookie belongs to another sign-in')
      const { renderingId, nonce, codeVerifier } = claims
      return { renderingId, nonce, codeVerifier }
    },
    buildClearedCookie(state, attributes) {
      const id = readId(state)
      return id && setCookie(id, '', 0, attributes)
    },
  }

  function setCookie(id: string, value: string, maxAge: number, attributes: string): string {
    return `${cookieName(id)}=${value}; Path=${cookiePath}; Max-Age=${maxAge}; HttpOnly; ${attributes}`
  }
}

const randomText = () => randomBytes(32).toString('base64url')

/** One cookie per sign-in, so that two tabs can sign in at the same time. */
const cookieName = (id: string) => `service_sign_in_${id.slice(0, 12)}`

function readId(state: string): string | undefined {
  try {
    const { id } = JSON.parse(state) as { id?: unknown }
    return typeof id === 'string' && /^[\w-]{43}$/.test(id) ? id : undefined
  } catch {
    return undefined
  }
}

function refusal(reason: string): ValidationError {
  return new ValidationError(
    `The sign-in cannot be finished: ${reason}. Begin again at /authentication.`,
  )
}
