/** What a counter says after one more request. */
export interface Verdict {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the counter starts anew. */
  readonly resetMs: number
}

/** The counters, by what they protect. One row per purpose in `open-rate-limits.ts`. */
export type LimitName =
  | 'apiToken'
  | 'signInAddress'
  | 'signInAccount'
  | 'badToken'
  | 'ssoStart'
  | 'registration'
  | 'programRegistration'
  | 'signInCode'
  | 'mailBy'
  | 'mailTo'

/** Counts requests, for all instances together when they share a database or Redis. */
export interface RateLimits {
  /** Counts one request of `key`. */
  hit(name: LimitName, key: string): Promise<Verdict>
  /** Looks without counting. */
  peek(name: LimitName, key: string): Promise<Verdict>
  /** Forgets a counter, e.g. after a successful sign-in. */
  reset(name: LimitName, key: string): Promise<void>
  close(): Promise<void>
}
