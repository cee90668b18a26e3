/** The state of a counter after a request was counted. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the counter restarts. */
  readonly resetMs: number
}

/** The counters by purpose. `open-rate-limits.ts` has one row for each. */
export type LimitName =
  | 'apiToken'
  | 'signInAddress'
  | 'signInAccount'
  | 'secondFactor'
  | 'badToken'
  | 'ssoStart'
  | 'ssoTest'
  | 'registration'
  | 'programRegistration'
  | 'signInCode'
  | 'agentCode'
  | 'mailBy'
  | 'mailTo'
  | 'resetAddress'
  | 'accountMail'

/** Counts requests, across all instances when they share a database or Redis. */
export interface RateLimits {
  /** Counts one request of `key`. */
  hit(name: LimitName, key: string): Promise<RateLimitResult>
  /** Reads a counter without counting. */
  peek(name: LimitName, key: string): Promise<RateLimitResult>
  /** Resets a counter, for example after a successful sign-in. */
  reset(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}
