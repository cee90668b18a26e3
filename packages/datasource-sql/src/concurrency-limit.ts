import type { Database } from './database.js'
import { toServiceError } from './errors.js'

type ReadChunks = Database['readChunks']

/** Limits how many tasks run at the same time; the others wait in a queue, up to a timeout. */
export interface ConcurrencyLimit {
  /** Rejects with a 503 when the timeout passes. */
  acquire(): Promise<void>
  release(): void
}

export function createConcurrencyLimit(count: number, acquireTimeoutMs: number): ConcurrencyLimit {
  let free = count
  const waiting: (() => void)[] = []
  return {
    acquire: () =>
      new Promise<void>((resolve, reject) => {
        if (free > 0) {
          free -= 1
          return resolve()
        }
        const start = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(
            toServiceError(new Error('No connection became free in time.'), () => ({
              kind: 'busy',
            })),
          )
        }, acquireTimeoutMs)
        waiting.push(start)
      }),
    release() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}

/**
 * Lets exports use at most half of the connections: an export can take long and needs a second
 * connection for lookups. Other exports wait as for a connection.
 */
export function limitConcurrency(
  readChunks: ReadChunks,
  connections: number,
  acquireTimeoutMs: number,
): ReadChunks {
  const concurrencyLimit = createConcurrencyLimit(
    Math.max(1, Math.floor(connections / 2)),
    acquireTimeoutMs,
  )
  return async function* readWithinLimit(statement, chunkSize, signal) {
    await concurrencyLimit.acquire()
    try {
      yield* readChunks(statement, chunkSize, signal)
    } finally {
      concurrencyLimit.release()
    }
  }
}
