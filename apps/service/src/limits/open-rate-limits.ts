import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.js'
import type { LimitName, RateLimits, Verdict } from './rate-limits.js'

/** Points and seconds of each counter. */
const policies = (
  config: Config,
): Readonly<Record<LimitName, { points: number; duration: number }>> => ({
  apiToken: { points: config.rateLimit, duration: 60 },
  signInAddress: { points: 50, duration: 900 },
  signInAccount: { points: 10, duration: 900 },
  badToken: { points: 100, duration: 60 },
  ssoStart: { points: 60, duration: 60 },
})

/** Opens the counters in this process. */
export async function openRateLimits(config: Config): Promise<RateLimits> {
  const limiters = new Map(
    Object.entries(policies(config)).map(([name, policy]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, ...policy }),
    ]),
  )
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterMemory
  const verdict = (limit: number, state: RateLimiterRes | null, isAllowed: boolean): Verdict => ({
    isAllowed,
    limit,
    remaining: state ? state.remainingPoints : limit,
    resetMs: state ? state.msBeforeNext : 0,
  })
  return {
    async hit(name, key) {
      const { points } = limiter(name)
      try {
        return verdict(points, await limiter(name).consume(key), true)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return verdict(points, refusal, false)
        throw refusal
      }
    },
    async peek(name, key) {
      const { points } = limiter(name)
      const state = await limiter(name).get(key)
      return verdict(points, state, !state || state.remainingPoints > 0)
    },
    async reset(name, key) {
      await limiter(name).delete(key)
    },
    close: async () => {},
  }
}
