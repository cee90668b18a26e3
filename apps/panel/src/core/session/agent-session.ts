import type { SetTimer } from '../set-timer.js'

/** A session of the agent. */
interface AgentToken {
  readonly token: string
}

/** The requests that a session is made with. Their errors carry the status of the response. */
export interface SessionRequests {
  /** Requests a code from the service and exchanges it at the agent. */
  start(): Promise<AgentToken>
  /** Exchanges a token for one that is valid for another hour. */
  renew(token: string): Promise<AgentToken>
}

/** `none` before the first request; `ended` when the person has to sign in again. */
export type SessionState = 'none' | 'active' | 'ended'

/** The session with the agent of one environment. The token is never exposed outside of this object. */
export interface AgentSession {
  readonly state: SessionState
  /**
   * Runs a request with a token. When the agent refuses the token, the request runs once more with
   * a new one; when that is refused too, the session has ended.
   *
   * @throws SessionEndedError when the person has to sign in again.
   */
  send<R extends { readonly status: number }>(request: (token: string) => Promise<R>): Promise<R>
  /** Renewal waits while nobody looks at the tab. */
  setVisible(isVisible: boolean): void
  /** Continues after the person signed in again. */
  restart(): void
  /** Forgets the token, at sign-out or when another place is opened. */
  forget(): void
}

/** The person has to sign in again. What they were doing is kept. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'
  constructor(options?: ErrorOptions) {
    super('The session has ended. Sign in again to continue.', options)
  }
}

/** Tokens are valid for an hour. */
const renewAfter = 50 * 60_000
/** A renewal that failed for another reason than its token is tried again. */
const retryAfter = 60_000

/**
 * Creates a session that starts with its first request. `onChange` is called when its state changes.
 *
 * @example
 * const session = createAgentSession({ start, renew }, setTimer, showBanner)
 * const response = await session.send(token => fetchBatch(batch, token))
 */
export function createAgentSession(
  requests: SessionRequests,
  setTimer: SetTimer,
  onChange: (state: SessionState) => void = () => {},
): AgentSession {
  let state: SessionState = 'none'
  let token: string | undefined
  let starting: Promise<string> | undefined
  let cancelRenewal = () => {}
  let isVisible = true
  let isRenewalDue = false
  /** Responses that were asked for before the session was forgotten are ignored. */
  let generation = 0

  function setState(next: SessionState): void {
    if (state === next) return
    state = next
    onChange(next)
  }

  function keep(next: AgentToken): string {
    token = next.token
    scheduleRenewal(renewAfter)
    setState('active')
    return next.token
  }

  function drop(): void {
    token = undefined
    isRenewalDue = false
    cancelRenewal()
  }

  function end(cause: unknown): SessionEndedError {
    drop()
    setState('ended')
    return new SessionEndedError({ cause })
  }

  /** Returns a token; all who ask while one is on its way get that one. */
  function getToken(): Promise<string> {
    if (state === 'ended') return Promise.reject(new SessionEndedError())
    if (token !== undefined) return Promise.resolve(token)
    starting ??= startOnce().finally(() => {
      starting = undefined
    })
    return starting
  }

  async function startOnce(): Promise<string> {
    const own = generation
    try {
      const next = await requests.start()
      if (own !== generation) throw new SessionEndedError()
      return keep(next)
    } catch (error) {
      throw own === generation && readStatus(error) === 401 ? end(error) : error
    }
  }

  function scheduleRenewal(milliseconds: number): void {
    cancelRenewal()
    isRenewalDue = false
    cancelRenewal = setTimer(() => {
      isRenewalDue = true
      if (isVisible) void renew()
    }, milliseconds)
  }

  async function renew(): Promise<void> {
    const used = token
    const own = generation
    isRenewalDue = false
    if (used === undefined) return
    try {
      const next = await requests.renew(used)
      if (own === generation && token === used) keep(next)
    } catch (error) {
      if (own !== generation || token !== used) return
      // The next request gets a new code.
      if (readStatus(error) === 401 || readStatus(error) === 403) drop()
      else scheduleRenewal(retryAfter)
    }
  }

  return {
    get state() {
      return state
    },
    async send(request) {
      // With a token, the request leaves in this task: nothing that is drawn meanwhile holds it up.
      const used = token ?? (await getToken())
      const response = await request(used)
      if (response.status !== 401) return response
      // Somebody else may have got a new token already.
      if (token === used) drop()
      const retried = await getToken()
      const second = await request(retried)
      if (second.status !== 401) return second
      throw token === retried || token === undefined ? end(second) : new SessionEndedError()
    },
    setVisible(next) {
      isVisible = next
      if (isVisible && isRenewalDue) void renew()
    },
    restart() {
      if (state === 'ended') setState('none')
    },
    forget() {
      generation++
      starting = undefined
      drop()
      setState('none')
    },
  }
}

function readStatus(error: unknown): unknown {
  return (error as { readonly status?: unknown } | null)?.status
}
