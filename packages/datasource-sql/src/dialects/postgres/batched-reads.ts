import type { PoolClient } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { BatchQuery } from './batch-query.js'
import { type BatchSettings, FEW, MANY } from './batch-settings.js'
import { RowsQuery } from './rows-query.js'
import { takeBatch } from './take-batch.js'

interface Waiting {
  readonly statement: Statement
  /** The statement, or the planned one in its place. */
  readonly sent: Statement
  readonly name: string
  readonly signal: AbortSignal | undefined
  /** Absent once it was used: it would keep the rows in memory until the whole batch is over. */
  caller: Caller | undefined
  /** How many it got. */
  rows: number
}

interface Caller {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

const LARGEST_BATCH = 16
/** A batch that takes longer has a statement that waits for something: the others run elsewhere. */
const PATIENCE_MS = 50

/**
 * Sends short reads that wait for a connection together: one message to the server and one back for
 * all of them cost a fraction of one each. A read that finds nobody waiting is sent at once. When a
 * batch fails, or takes long, its unfinished statements are run by themselves, as they are.
 */
export function createBatchedReads({
  pool,
  short,
  runAlone,
  release,
  cancel,
  toError,
}: BatchSettings) {
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
      for (const each of waiting.splice(0)) each.caller?.reject(toError(error))
    })
  }

  /** Sends what waits, until nothing does. */
  const serve = (client: PoolClient): void => {
    const batch = takeBatch(waiting, client, LARGEST_BATCH, (each, reason) =>
      each.caller?.reject(reason),
    )
    if (batch.length === 0) {
      lanes -= 1
      release(client)
      return
    }
    const startedAt = performance.now()
    let cancelled: Promise<void> | undefined
    const leave = () => {
      for (const each of batch) runElsewhere(each)
    }
    const giveUp = () => {
      cancelled = cancel(client)
      for (const { name } of batch) short.recordDelay(name)
      batch.find(isUnfinished)?.statement.planned?.onLate()
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
        const failed = batch.find(isUnfinished)
        if (failed) short.recordDelay(failed.name)
        leave()
      }
      const duration = (performance.now() - startedAt) / batch.length
      for (const { name, rows } of batch) short.record(name, duration, rows)
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

  const runElsewhere = (each: Waiting) => {
    const caller = takeCaller(each)
    if (caller) runAlone(each.statement, each.signal).then(caller.resolve, caller.reject)
  }

  return (statement: Statement, name: string, signal: AbortSignal | undefined): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const { planned, decode } = statement
      const sent = planned ? { ...planned, decode } : statement
      waiting.push({ statement, sent, name, signal, caller: { resolve, reject }, rows: 0 })
      const isCrowded = waiting.length >= MANY && lanes < most
      if (lanes < Math.min(FEW, most) || isCrowded) openLane()
    })
}

const isUnfinished = ({ caller }: Waiting): boolean => caller !== undefined

/** The caller of a statement, to be told of its end once. */
function takeCaller(each: Waiting): Caller | undefined {
  const { caller } = each
  each.caller = undefined
  return caller
}

function send(
  client: PoolClient,
  batch: readonly Waiting[],
  toError: (error: unknown) => unknown,
  onEnd: (error: Error | undefined) => void,
): void {
  const settle = (each: Waiting, error: Error | undefined, outcome: Outcome) => {
    const caller = takeCaller(each)
    each.rows = outcome.rows.length
    if (error) caller?.reject(toError(error))
    else caller?.resolve(outcome)
  }
  if (batch.length === 1) {
    const [only] = batch as [Waiting]
    client.query(
      new RowsQuery(only.sent, (error, outcome) => {
        if (!error) settle(only, undefined, outcome)
        onEnd(error)
      }),
    )
    return
  }
  const members = batch.map(each => ({
    statement: each.sent,
    settle: (error: Error | undefined, outcome: Outcome) => settle(each, error, outcome),
  }))
  client.query(new BatchQuery(members, onEnd))
}
