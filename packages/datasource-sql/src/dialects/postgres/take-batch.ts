import type { PoolClient } from 'pg'
import { readDetails } from './wire.js'

interface Waiting {
  readonly name: string
  readonly signal: AbortSignal | undefined
}

/**
 * Takes the first statements that are prepared on the connection, or the first one alone when it is
 * not. Aborted ones are left out.
 */
export function takeBatch<W extends Waiting>(
  waiting: W[],
  client: PoolClient,
  largest: number,
  onAborted: (each: W, reason: unknown) => void,
): W[] {
  const { parsedStatements } = readDetails(client).connection
  const batch: W[] = []
  while (waiting.length > 0 && batch.length < largest) {
    const next = waiting[0]!
    const isPrepared = parsedStatements[next.name] !== undefined
    if (!isPrepared && batch.length > 0) break
    waiting.shift()
    if (next.signal?.aborted) onAborted(next, next.signal.reason)
    else batch.push(next)
    if (!isPrepared && batch.length > 0) break
  }
  return batch
}
