import type { Database } from './database.js'
import { toServiceError } from './errors.js'

type ReadChunks = Database['readChunks']

/**
 * Lets half of the connections at most be held by readers of chunks, which may take long and need
 * another connection for what they look up meanwhile. The others wait, as for a connection.
 */
export function takeTurns(
  readChunks: ReadChunks,
  connections: number,
  acquireTimeoutMs: number,
): ReadChunks {
  let free = Math.max(1, Math.floor(connections / 2))
  const waiting: (() => void)[] = []

  const takeTurn = () =>
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
        reject(toServiceError(new Error('No turn to read chunks.'), () => ({ kind: 'busy' })))
      }, acquireTimeoutMs)
      waiting.push(start)
    })

  const giveBack = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async function* inTurn(statement, chunkSize, signal) {
    await takeTurn()
    try {
      yield* readChunks(statement, chunkSize, signal)
    } finally {
      giveBack()
    }
  }
}
