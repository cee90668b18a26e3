import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { LimitName, RateLimitResult } from '../../limits/rate-limits.js'
import { accountKey, knownBrowser } from './known-browser.js'

/** A sign-in attempt that has been counted. */
export interface Attempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

/**
 * Counts an attempt and rejects it when there were too many. The account's counter is incremented before the
 * password is checked, so that concurrent attempts cannot exceed the limit; unknown accounts are counted too.
 */
export async function countAttempt(
  { limits, secrets }: Deps,
  request: RequestInfo,
  email: string,
): Promise<Attempt> {
  const browser = knownBrowser(secrets, request, email)
  const account = browser === undefined ? `account:${accountKey(email)}` : `browser:${browser}`
  if (browser === undefined) refuse(await limits.peek('signInAddress', request.address))
  refuse(await limits.hit('signInAccount', account))
  return {
    succeeded: () => limits.reset('signInAccount', account),
    async failed() {
      if (browser === undefined) await limits.hit('signInAddress', request.address)
    },
  }
}

/** Rejects an attempt that names no account when its IP address failed too often. */
export async function countAddressAttempt(
  { limits }: Deps,
  { address }: RequestInfo,
): Promise<Pick<Attempt, 'failed'>> {
  refuse(await limits.peek('signInAddress', address))
  return {
    async failed() {
      await limits.hit('signInAddress', address)
    },
  }
}

/**
 * Counts a try of a second factor. It has a counter of its own, because a right password resets the one of passwords.
 */
export async function countSecondFactor(
  { limits, secrets }: Deps,
  request: RequestInfo,
  email: string,
): Promise<Pick<Attempt, 'succeeded'>> {
  const browser = knownBrowser(secrets, request, email)
  const key = browser === undefined ? `account:${accountKey(email)}` : `browser:${browser}`
  refuse(await limits.hit('secondFactor', key))
  return { succeeded: () => limits.reset('secondFactor', key) }
}

/** Counts a password check of a signed-in person, for example before a change of password. */
export async function countGuess({ limits }: Deps, userId: number): Promise<() => Promise<void>> {
  const [name, key]: [LimitName, string] = ['signInAccount', `user:${userId}`]
  refuse(await limits.hit(name, key))
  return () => limits.reset(name, key)
}

function refuse({ isAllowed, resetMs }: RateLimitResult): void {
  if (isAllowed) return
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  throw new RateLimitedError(seconds, `Too many attempts. Try again in ${seconds} s.`)
}
