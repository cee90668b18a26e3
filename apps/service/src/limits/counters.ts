import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'
import type { Policy } from './policies.js'

/** Where counts are stored. */
export interface Counters {
  limiter(name: string, policy: Policy): RateLimiterAbstract
  close(): Promise<void>
}

/** Counts in this process. */
export const memoryCounters: Counters = {
  limiter: (name, { points, duration }) =>
    new RateLimiterMemory({ keyPrefix: name, points, duration }),
  close: async () => {},
}
