import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Counters } from './counters.js'

const COMMAND_TIMEOUT = 500
const CONNECT_TIMEOUT = 2_000

/**
 * Counts in Redis for all instances. While Redis is unavailable, the other counters count, and begin at
 * zero: no request fails because of it.
 */
export async function openRedisCounters(
  url: string,
  others: Counters,
  log: Logger,
): Promise<Counters> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: 2 * COMMAND_TIMEOUT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  logOutageOnce(redis, log)
  await redis.connect().catch(() => {})
  return {
    limiter: (name, policy) =>
      new RateLimiterRedis({
        storeClient: redis,
        rejectIfRedisNotReady: true,
        keyPrefix: `service:${name}`,
        points: policy.points,
        duration: policy.duration,
        inMemoryBlockOnConsumed: policy.points,
        insuranceLimiter: others.limiter(name, policy),
      }),
    async close() {
      redis.disconnect()
      await others.close()
    },
  }
}

/** Logs once when Redis becomes unavailable and once when it is back, instead of at every retry. */
function logOutageOnce(redis: Redis, log: Logger): void {
  let isAway = false
  redis.on('error', (error: Error) => {
    if (!isAway)
      log.warn(
        { err: error },
        'Cannot reach Redis: requests are counted in the database until Redis is back',
      )
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back: requests are counted there again')
    isAway = false
  })
}
