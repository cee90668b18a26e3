import type { Deps } from '../../deps.js'
import { RateLimitedError } from '../../errors.js'
import type { RequestFacts } from '../../http/request-facts.js'
import type { LimitName, Verdict } from '../../limits/rate-limits.js'
import { accountKey, knownBrowser } from './known-browser.js'

/** One attempt to sign in, already counted. */
export interface Attempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

/**
 * Counts an attempt, and refuses it when there were too many. The account's counter is taken
 * before the password is looked at, so that attempts at the same moment cannot pass together;
 * accounts that do not exist are counted alike.
 */
export async function countAttempt(
  { limits, secrets }: Deps,
  request: RequestFacts,
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

/** Counts another guess of a password by somebody signed in, e.g. before it is changed. */
export async function countGuess({ limits }: Deps, userId: number): Promise<() => Promise<void>> {
  const [name, key]: [LimitName, string] = ['signInAccount', `user:${userId}`]
  refuse(await limits.hit(name, key))
  return () => limits.reset(name, key)
}

function refuse({ isAllowed, resetMs }: Verdict): void {
  if (isAllowed) return
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  throw new RateLimitedError(seconds, `Too many attempts. Try again in ${seconds} s.`)
}
