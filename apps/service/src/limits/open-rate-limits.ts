import type { Logger } from 'pino'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.js'
import { counterKey } from './counter-key.js'
import { type Counters, memoryCounters } from './counters.js'
import { createPolicies } from './policies.js'
import { openPostgresCounters } from './postgres-counters.js'
import type { LimitName, RateLimitResult, RateLimits } from './rate-limits.js'
import { openRedisCounters } from './redis-counters.js'

/**
 * Opens the counters: in Redis when it is configured, otherwise, and while Redis is away, in PostgreSQL, or in memory
 * with an embedded store, which has one process.
 */
export async function openRateLimits(config: Config, log: Logger): Promise<RateLimits> {
  const { redisUrl } = config
  const own = openOwnCounters(config)
  const shared = redisUrl === undefined ? own : await openRedisCounters(redisUrl, own, log)
  const policies = createPolicies(config)
  const limiters = Object.fromEntries(
    Object.entries(policies).map(([name, policy]) => [
      name,
      (policy.isShared ? shared : memoryCounters).limiter(name, policy),
    ]),
  ) as Record<LimitName, RateLimiterAbstract>
  return {
    async hit(name, key) {
      const { points, by } = policies[name]
      try {
        return toResult(points, await limiters[name].consume(counterKey(by, key)), true)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toResult(points, refusal, false)
        throw refusal
      }
    },
    async peek(name, key) {
      const { points, by } = policies[name]
      const state = await limiters[name].get(counterKey(by, key))
      return toResult(points, state, !state || state.remainingPoints > 0)
    },
    async reset(name, key) {
      await limiters[name].delete(counterKey(policies[name].by, key))
    },
    close: () => shared.close(),
  }
}

/** Where the store is. */
const openOwnCounters = ({ databaseUrl, statementTimeout }: Config): Counters =>
  databaseUrl === undefined
    ? memoryCounters
    : openPostgresCounters({ databaseUrl, statementTimeout })

const toResult = (
  limit: number,
  state: RateLimiterRes | null,
  isAllowed: boolean,
): RateLimitResult => ({
  isAllowed,
  limit,
  remaining: state ? state.remainingPoints : limit,
  resetMs: state ? state.msBeforeNext : 0,
})
