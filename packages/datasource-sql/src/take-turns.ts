import type { Database } from './database.js'
import { toServiceError } from './errors.js'

type ReadChunks = Database['readChunks']

/** Lets so many work at a time; the others wait for their turn, each within a limit. */
export interface Turns {
  /** Rejects with a 503 when no turn comes in time. */
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
          reject(toServiceError(new Error('No turn in time.'), () => ({ kind: 'busy' })))
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
 * Lets half of the connections at most be held by readers of chunks, which may take long and need
 * another connection for what they look up meanwhile. The others wait, as for a connection.
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
