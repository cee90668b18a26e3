import type { PoolClient } from 'pg'
import type { Outcome, Statement } from '../../database.js'
import { type BatchSettings, FEW, MANY } from './batch-settings.js'
import { type CommitPace, createCommitPace } from './commit-pace.js'
import { isCancelled, isDeadConnection, isLostConnection, isStalePlan } from './faults.js'
import { RowsQuery, sendStatements } from './rows-query.js'
import { takeBatch } from './take-batch.js'
import type { Wire } from './wire.js'

interface Waiting {
  readonly statement: Statement
  readonly name: string
  readonly signal: AbortSignal | undefined
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

const LARGEST_BATCH = 8
/** A statement that takes longer waits for something: those behind it must not wait for it. */
const PATIENCE_MS = 50
/** The same for the others of its batch, which may wait for the same thing. */
const LATER_PATIENCE_MS = 10
/** How long a statement that others waited for runs by itself: locks are mostly held for less. */
const ALONE_MS = 1_000
/** A cancel request that had no effect came between two statements. */
const CANCEL_AGAIN_MS = 500

/**
 * Sends short writes that wait for a connection together: one message to the server for all of them.
 * A write that finds nobody waiting is sent at once. Each is a transaction of its own, as if they were
 * sent one after the other, so that an error concerns one of them only. One that takes long while
 * others are behind it is cancelled, and runs again by itself only when the server has confirmed that
 * it was: then it has changed nothing.
 */
export function createBatchedWrites(settings: BatchSettings) {
  const { pool, release, toError } = settings
  const waiting: Waiting[] = []
  const pace = createCommitPace()
  // Reads use up to half of the connections, and some stay free for statements that are not short.
  const most = Math.floor(pool.options.max / 4)
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

  const closeLane = () => {
    lanes -= 1
    if (waiting.length > 0) openLane()
  }

  /** Sends what waits, until nothing does. */
  const serve = (client: PoolClient): void => {
    const batch = takeBatch(waiting, client, LARGEST_BATCH, (each, reason) => each.reject(reason))
    if (batch.length > 0) {
      const events = { onStalled: closeLane, onEnd: () => serve(client) }
      runBatch({ ...settings, pace }, client, batch, events)
    } else {
      lanes -= 1
      release(client)
    }
  }

  return (statement: Statement, name: string, signal: AbortSignal | undefined): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      waiting.push({ statement, name, signal, resolve, reject })
      const isCrowded = waiting.length >= MANY && lanes < most
      if (lanes < Math.min(FEW, most) || isCrowded) openLane()
    })
}

interface BatchEvents {
  /** The connection is not used for others: one of its statements waits, or it was lost. Called once. */
  onStalled(): void
  /** The connection can be used for others. Not called after `onStalled`. */
  onEnd(): void
}

function runBatch(
  { short, runAlone, release, cancel, toError, pace }: BatchSettings & { pace: CommitPace },
  client: PoolClient,
  batch: readonly Waiting[],
  { onStalled, onEnd }: BatchEvents,
): void {
  const startedAt = performance.now()
  let running = 0
  let isStalled = false
  let cancelled: Promise<void> | undefined
  let stopWatching: (() => void) | undefined

  const cancelRunning = () => {
    const cancelNow = () => cancel(client)
    cancelled = cancelled ? cancelled.then(cancelNow) : cancelNow()
  }

  const stall = ({ name, signal }: Waiting) => {
    short.recordDelay(name, ALONE_MS)
    if (!isStalled) onStalled()
    isStalled = true
    const isLast = running === batch.length - 1
    if (!isLast || signal?.aborted) {
      cancelRunning()
      patience.restart(CANCEL_AGAIN_MS)
    } else if (signal) {
      signal.addEventListener('abort', cancelRunning)
      stopWatching = () => signal.removeEventListener('abort', cancelRunning)
    }
  }
  const patience = startPatience(PATIENCE_MS, () => stall(batch[running]!))

  const settle = (each: Waiting, error: Error | undefined, outcome: Outcome) => {
    if (!error) return each.resolve(outcome)
    if (each.signal?.aborted && !isDeadConnection(error)) return each.reject(each.signal.reason)
    // The server rejected the plan before running it, or has confirmed that it was cancelled.
    const isUndone = isStalePlan(error) || (cancelled !== undefined && isCancelled(error))
    if (!isUndone) return each.reject(toError(error))
    runAlone(each.statement, each.signal).then(each.resolve, each.reject)
  }

  const end = (error: Error | undefined, isLost: boolean) => {
    patience.end()
    if (!isStalled && !isLost) return onEnd()
    if (!isStalled) onStalled()
    // If the client were released before the cancel request arrives, its next statement would be
    // cancelled.
    if (cancelled) cancelled.then(() => release(client, error))
    else release(client, error)
  }

  const onResult = (error: Error | undefined, outcome: Outcome) => {
    stopWatching?.()
    stopWatching = undefined
    const each = batch[running]!
    running += 1
    settle(each, error, outcome)
    const isLost = error !== undefined && isLostConnection(error)
    if (isLost) for (const other of batch.slice(running)) settle(other, error, outcome)
    else if (running < batch.length) {
      patience.restart(isStalled ? LATER_PATIENCE_MS : PATIENCE_MS)
      return read()
    }
    const duration = (performance.now() - startedAt) / batch.length
    for (const { name } of batch) short.record(name, duration, outcome.rows.length)
    const isSlow = batch.length > 1 && !pace.isQuick(duration)
    if (isSlow) for (const { name } of batch) short.recordDelay(name)
    end(error, isLost)
  }

  const statements = batch.map(({ statement }) => statement)
  const sendAll = (wire: Wire) => sendStatements(wire, statements)
  // The client reads one result at a time: the statements are all sent with the first one.
  const read = () => {
    const { statement } = batch[running]!
    client.query(new RowsQuery(statement, onResult, running === 0 ? sendAll : sendNothing))
  }
  read()
}

const sendNothing = () => {}

/** Calls back when nothing happened for a time, until it ends. */
function startPatience(firstMs: number, onOver: () => void) {
  let dueAt = performance.now() + firstMs
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const isDue = () => performance.now() >= dueAt - 1
  const arm = () => {
    timer = setTimeout(() => (isDue() ? setImmediate(check) : arm()), dueAt - performance.now())
  }
  // Results that arrived while this process was busy have been read by now.
  const check = () => {
    if (isEnded) return
    if (!isDue()) return arm()
    timer = undefined
    onOver()
  }
  arm()
  return {
    restart(ms: number) {
      dueAt = performance.now() + ms
      if (!timer) arm()
    },
    end() {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
