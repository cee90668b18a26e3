import type { Pool, PoolClient } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { BatchQuery } from './batch-query.js'
import { RowsQuery } from './rows-query.js'
import type { ShortStatements } from './short-statements.js'
import { readDetails } from './wire.js'

interface Waiting {
  readonly statement: Statement
  readonly name: string
  readonly signal: AbortSignal | undefined
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
  isSettled: boolean
}

export interface BatchedReadsSettings {
  readonly pool: Pool
  readonly short: ShortStatements
  /** Runs a statement by itself, on any connection, as often as that is allowed. */
  readonly runAlone: (statement: Statement, signal: AbortSignal | undefined) => Promise<Outcome>
  readonly release: (client: PoolClient, error?: unknown) => void
  /** Cancels what a client runs; resolves when that can no longer hit anything else. */
  readonly cancel: (client: PoolClient) => Promise<void>
  /** What callers get for an error of the driver. */
  readonly toError: (error: unknown) => unknown
}

/** Connections that batches use when a few requests are served at a time. */
const FEW = 2
/** Waiting statements for which another connection is used. */
const MANY = 8
const LARGEST_BATCH = 16
/** A batch that takes longer has a statement that waits for something: the others run elsewhere. */
const PATIENCE_MS = 50

/**
 * Sends short reads that wait for a connection together: one message to the server and one back for
 * all of them cost a fraction of one each. A read that finds nobody waiting is sent at once. When a
 * batch fails, or takes long, its unfinished statements are run by themselves.
 */
export function createBatchedReads({
  pool,
  short,
  runAlone,
  release,
  cancel,
  toError,
}: BatchedReadsSettings) {
  const waiting: Waiting[] = []
  // Half of the connections stay free for statements that are not short.
  const most = Math.floor(pool.options.max / 2)
  let lanes = 0

  const openLane = () => {
    lanes += 1
    pool.connect((error, client) => {
      if (client) return serve(client)
      lanes -= 1
      // Others may still get a connection.
      if (lanes > 0) return
      for (const each of waiting.splice(0)) each.reject(toError(error))
    })
  }

  /** Sends what waits, until nothing does. */
  const serve = (client: PoolClient): void => {
    const batch = takeBatch(client)
    if (batch.length === 0) {
      lanes -= 1
      release(client)
      return
    }
    const startedAt = performance.now()
    let cancelled: Promise<void> | undefined
    const leave = () => {
      for (const each of batch) {
        if (!each.isSettled) runElsewhere(each)
      }
    }
    const giveUp = () => {
      cancelled = cancel(client)
      for (const { name } of batch) short.recordDelay(name)
      leave()
      closeLane()
    }
    let timer: NodeJS.Timeout
    const wait = () => {
      const since = performance.now()
      timer = setTimeout(() => {
        // When this process was busy, the results may have arrived and not been read.
        if (performance.now() - since > 2 * PATIENCE_MS) wait()
        else giveUp()
      }, PATIENCE_MS)
    }
    wait()
    send(client, batch, toError, error => {
      clearTimeout(timer)
      if (error) {
        // Others would be sent twice each time it fails.
        const failed = batch.find(each => !each.isSettled)
        if (failed) short.recordDelay(failed.name)
        leave()
      }
      const duration = (performance.now() - startedAt) / batch.length
      for (const { name } of batch) short.record(name, duration)
      // If the client were released before the cancel request arrives, its next statement would be
      // cancelled.
      if (cancelled) return void cancelled.then(() => release(client, error))
      if (!error) return serve(client)
      release(client, error)
      closeLane()
    })
  }

  const closeLane = () => {
    lanes -= 1
    if (waiting.length > 0) openLane()
  }

  /** The statements that are prepared on the connection, or the first one that is not. */
  const takeBatch = (client: PoolClient): Waiting[] => {
    const { parsedStatements } = readDetails(client).connection
    const batch: Waiting[] = []
    while (waiting.length > 0 && batch.length < LARGEST_BATCH) {
      const next = waiting[0]!
      const isPrepared = parsedStatements[next.name] !== undefined
      if (!isPrepared && batch.length > 0) break
      waiting.shift()
      if (next.signal?.aborted) next.reject(next.signal.reason)
      else batch.push(next)
      if (!isPrepared && batch.length > 0) break
    }
    return batch
  }

  const runElsewhere = (each: Waiting) => {
    each.isSettled = true
    runAlone(each.statement, each.signal).then(each.resolve, each.reject)
  }

  return (statement: Statement, name: string, signal: AbortSignal | undefined): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      waiting.push({ statement, name, signal, resolve, reject, isSettled: false })
      const isCrowded = waiting.length >= MANY && lanes < most
      if (lanes < Math.min(FEW, most) || isCrowded) openLane()
    })
}

function send(
  client: PoolClient,
  batch: readonly Waiting[],
  toError: (error: unknown) => unknown,
  onEnd: (error: Error | undefined) => void,
): void {
  const settle = (each: Waiting, error: Error | undefined, outcome: Outcome) => {
    if (each.isSettled) return
    each.isSettled = true
    if (error) each.reject(toError(error))
    else each.resolve(outcome)
  }
  if (batch.length === 1) {
    const [only] = batch as [Waiting]
    client.query(
      new RowsQuery(only.statement, (error, outcome) => {
        if (!error) settle(only, undefined, outcome)
        onEnd(error)
      }),
    )
    return
  }
  const members = batch.map(each => ({
    statement: each.statement,
    settle: (error: Error | undefined, outcome: Outcome) => settle(each, error, outcome),
  }))
  client.query(new BatchQuery(members, onEnd))
}
