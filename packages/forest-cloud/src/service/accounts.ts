import { type CallService, notUnderstood, RefusedCallError } from './call-service.js'

/** A session opened with a password; it is stored in a cookie. */
interface Session {
  readonly cookie: string
  readonly csrfToken: string
}

export interface PersonalToken {
  readonly id: number
  readonly token: string
}

/** Signs people in and manages their personal tokens. */
export interface Accounts {
  /** Calls `askCode` when the account has a second factor. */
  signIn(email: string, password: string, askCode: () => Promise<string>): Promise<Session>
  signOut(session: Session): Promise<void>
  makeToken(session: Session, name: string, expiresAt: Date): Promise<PersonalToken>
  /**
   * Returns the e-mail address of the token's owner; undefined when the service rejects the token.
   */
  findOwner(token: string): Promise<string | undefined>
  /** Revokes a token, using the token itself. Succeeds when it is already revoked. */
  revoke(token: PersonalToken): Promise<void>
}

/** Over https its name has a prefix. */
const sessionCookie = /^(?:__Host-|__Secure-)?service_session=/

export function createAccounts(serverUrl: string, call: CallService): Accounts {
  return {
    async signIn(email, password, askCode) {
      const path = '/api/sessions'
      const first = await call({ method: 'POST', path, body: { email, password } })
      const ticket = readTicket(first.body)
      const { headers, body } =
        ticket === undefined
          ? first
          : await call({
              method: 'POST',
              path: `${path}/second-step`,
              body: { ticket, code: await askCode() },
            })
      const cookie = headers['set-cookie']?.find(each => sessionCookie.test(each))
      const { csrfToken } = (body ?? {}) as { readonly csrfToken?: unknown }
      if (cookie && typeof csrfToken === 'string') {
        return { cookie: cookie.slice(0, `${cookie};`.indexOf(';')), csrfToken }
      }
      throw notUnderstood(serverUrl, 'to a sign-in')
    },
    async signOut(session) {
      await call({ method: 'DELETE', path: '/api/session', headers: inSession(session) })
    },
    async makeToken(session, name, expiresAt) {
      const { body } = await call({
        method: 'POST',
        path: '/api/me/tokens',
        headers: inSession(session),
        body: { name, expiresAt: expiresAt.toISOString() },
      })
      const { id, token } = (body ?? {}) as Partial<PersonalToken>
      if (typeof id === 'number' && typeof token === 'string') return { id, token }
      throw notUnderstood(serverUrl, 'to a request for a token')
    },
    async findOwner(token) {
      const response = await refusedAs(undefined, () =>
        call({ method: 'GET', path: '/api/me', headers: bearer(token) }),
      )
      if (!response) return undefined
      const { email } = (response.body ?? {}) as { readonly email?: unknown }
      if (typeof email === 'string') return email
      throw notUnderstood(serverUrl, 'to a request with a token')
    },
    async revoke({ id, token }) {
      await refusedAs(undefined, () =>
        call({ method: 'DELETE', path: `/api/me/tokens/${id}`, headers: bearer(token) }),
      )
    },
  }
}

/** What a second factor is sent with; undefined when none is asked for. */
function readTicket(body: unknown): string | undefined {
  const { secondStep } = (body ?? {}) as { readonly secondStep?: { readonly ticket?: unknown } }
  return typeof secondStep?.ticket === 'string' ? secondStep.ticket : undefined
}

const inSession = ({ cookie, csrfToken }: Session) => ({ cookie, 'x-csrf-token': csrfToken })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Returns the result of `work`, or `fallback` when the service does not know the token. */
async function refusedAs<T, F>(fallback: F, work: () => Promise<T>): Promise<T | F> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedCallError && error.status === 401) return fallback
    throw error
  }
}
