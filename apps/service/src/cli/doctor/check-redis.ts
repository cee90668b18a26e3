import { Redis } from 'ioredis'
import type { Config } from '../../config.js'
import { broken, describeReason, type Finding, ok, skipped, warning } from './finding.js'

const TIMEOUT = 2_000

/** Whether Redis counts for all instances, when it is configured. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding> {
  const check = 'redis'
  if (redisUrl === undefined) return skipped(check, 'SERVICE_REDIS_URL is not set.')
  const server = `Redis at ${new URL(redisUrl).host}`
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // The client reports why a connection failed as an event, and to the caller only that it did.
  let reason: unknown
  redis.on('error', error => {
    reason ??= error
  })
  try {
    await redis.connect()
    return judge(check, server, await redis.info())
  } catch (error) {
    const message = `${server} cannot be used: ${describeReason(reason ?? error)}.`
    const advice = 'Check SERVICE_REDIS_URL; until then PostgreSQL counts requests.'
    return broken(check, message, advice)
  } finally {
    redis.disconnect()
  }
}

function judge(check: string, server: string, info: string): Finding {
  const read = (name: string) =>
    info
      .split(/\r?\n/)
      .find(line => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
  if (read('role') === 'slave') {
    return broken(check, `${server} is a replica.`, 'Set SERVICE_REDIS_URL to the primary.')
  }
  const policy = read('maxmemory_policy')
  if (read('maxmemory') !== '0' && policy?.startsWith('allkeys')) {
    const message = `${server} forgets counters when its memory is full (${policy}).`
    return warning(check, message, 'Set maxmemory-policy to volatile-ttl or noeviction.')
  }
  return ok(check, `${server} responds.`)
}
