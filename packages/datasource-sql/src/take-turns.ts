import type { Database } from './database.js'
import { toServiceError } from './errors.js'

type ReadChunks = Database['readChunks']

/** Limits how many tasks run at the same time; the others wait in a queue, up to a timeout. */
export interface Turns {
  /** Rejects with a 503 when the timeout passes. */
  take(): Promise<void>
  giveBack(): void
}

export function createTurns(count: number, acquireTimeoutMs: number): Turns {
  let free = count
  const waiting: (() => void)[] = []
  return {
    take: () =>
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
    giveBack() {
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
export function takeTurns(
  readChunks: ReadChunks,
  connections: number,
  acquireTimeoutMs: number,
): ReadChunks {
  const turns = createTurns(Math.max(1, Math.floor(connections / 2)), acquireTimeoutMs)
  return async function* inTurn(statement, chunkSize, signal) {
    await turns.take()
    try {
      yield* readChunks(statement, chunkSize, signal)
    } finally {
      turns.giveBack()
    }
  }
}
