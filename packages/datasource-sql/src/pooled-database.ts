import { TimeoutError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { Pool, TimeoutError as PoolTimeoutError } from 'tarn'
import { limitConcurrency } from './concurrency-limit.js'
import type { Database, DialectName, Outcome, ReadOnlyLimits, Statement } from './database.js'
import { type Fault, toServiceError } from './errors.js'
import type { PoolLimits } from './options.js'
import { printSql, type Sql, type SqlSyntax } from './sql.js'

/**
 * The operations of a driver without its own pool on one connection. Rejections are the driver's
 * errors.
 */
export interface PooledDriver<C> {
  readonly dialect: DialectName
  readonly syntax: SqlSyntax
  open(): Promise<C>
  close(connection: C): Promise<void> | void
  isOpen(connection: C): boolean
  run(connection: C, statement: Statement): Promise<Outcome>
  /**
   * Returns rows in chunks on demand; when iteration stops early, the connection is not used again.
   */
  readChunks(
    connection: C,
    statement: Statement,
    chunkSize: number,
  ): AsyncGenerator<unknown[], void, undefined>
  /** Returns rows with column names, as the driver reads them. */
  objects(connection: C, statement: Statement): Promise<Row[]>
  command(connection: C, text: 'begin' | 'commit' | 'rollback'): Promise<void>
  /** Cancels the running statement; resolves when the request was delivered. */
  cancel(connection: C): Promise<void>
  /** Begins a read-only transaction for one statement. */
  beginReadOnly(connection: C, limits: ReadOnlyLimits): Promise<void>
  /** Returns rows with column names; rejects when there are more than `maxRows`. */
  readCapped(connection: C, statement: Statement, limits: ReadOnlyLimits): Promise<Row[]>
  endReadOnly(connection: C): Promise<void>
  toFault(error: Error): Fault | undefined
  /** Whether the connection was lost, so that a read can be repeated on another. */
  isDeadConnection(error: Error): boolean
  /** Whether the connection must not be used again. */
  isLostConnection(error: Error): boolean
}

export async function openPooledDatabase<C extends object>(
  driver: PooledDriver<C>,
  limits: PoolLimits,
  readVersion: (connection: C) => Promise<string>,
): Promise<Database> {
  // Connections in an unknown state, which are not used again.
  const broken = new WeakSet<C>()
  const pool = new Pool<C>({
    create: () => driver.open(),
    destroy: connection => driver.close(connection),
    validate: connection => !broken.has(connection) && driver.isOpen(connection),
    min: 0,
    max: limits.max,
    acquireTimeoutMillis: limits.acquireTimeoutMs,
    createTimeoutMillis: limits.acquireTimeoutMs,
    idleTimeoutMillis: limits.idleTimeoutMs,
    propagateCreateError: true,
  })
  const toFault = (error: Error): Fault | undefined =>
    error instanceof PoolTimeoutError ? { kind: 'busy' } : driver.toFault(error)

  const isDead = (error: unknown) => error instanceof Error && driver.isDeadConnection(error)
  const isLost = (error: unknown) => error instanceof Error && driver.isLostConnection(error)

  // A pooled connection may have been lost since its last use: a read is then repeated on another,
  // until the connection is new. An error on a new connection is thrown.
  const used = new WeakSet<C>()
  const stale = new WeakSet<Error>()

  /** Runs `work` with a connection; an abort cancels its statement. */
  const withConnection = async <T>(
    work: (connection: C) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    signal?.throwIfAborted()
    const connection = await pool.acquire().promise
    const isReused = used.has(connection)
    used.add(connection)
    let cancelled: Promise<void> | undefined
    const onAbort = () => {
      // A request that may not have been delivered could arrive later and cancel another statement.
      cancelled = driver.cancel(connection).catch(() => void broken.add(connection))
    }
    signal?.addEventListener('abort', onAbort)
    try {
      signal?.throwIfAborted()
      return await work(connection)
    } catch (error) {
      if (isReused && isDead(error)) stale.add(error as Error)
      if (isLost(error)) broken.add(connection)
      throw signal?.aborted ? signal.reason : error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      // If the connection were released before the cancel request arrives, its next statement would
      // be cancelled.
      await cancelled
      pool.release(connection)
    }
  }

  const typed = <T>(result: Promise<T>): Promise<T> =>
    result.catch(error => {
      throw toServiceError(error, toFault)
    })

  /** Restores the state of the connection, or removes it from the pool. */
  const undo = async (connection: C, work: Promise<void>) => {
    await work.catch(() => broken.add(connection))
  }

  const inTransaction = <T>(work: (connection: C) => Promise<T>, signal?: AbortSignal) =>
    withConnection(async connection => {
      await driver.command(connection, 'begin')
      try {
        const result = await work(connection)
        await driver.command(connection, 'commit')
        return result
      } catch (error) {
        if (!isLost(error)) await undo(connection, driver.command(connection, 'rollback'))
        throw error
      }
    }, signal)

  const readOnly: Database['readOnly'] = (statement, limits, signal) =>
    withConnection(async connection => {
      let isWhole = true
      try {
        await driver.beginReadOnly(connection, limits)
        return await driver.readCapped(connection, statement, limits)
      } catch (error) {
        isWhole = !isLost(error)
        throw error
      } finally {
        if (isWhole) await undo(connection, driver.endReadOnly(connection))
      }
    }, signal)

  const query = <R extends object>(asked: Sql<R>): Promise<R[]> => {
    const { text, parameters: values } = printSql(driver.syntax, asked)
    // The caller's type describes the columns.
    return typed(
      withConnection(connection => driver.objects(connection, { text, values })),
    ) as unknown as Promise<R[]>
  }

  const run = (statement: Statement, signal?: AbortSignal) =>
    withConnection(connection => driver.run(connection, statement), signal)

  const runUntilNew = (statement: Statement, signal?: AbortSignal): Promise<Outcome> =>
    run(statement, signal).catch(error => {
      if (!stale.has(error)) throw error
      return runUntilNew(statement, signal)
    })

  /** The statement timeout applies to each chunk, because the reader may pause between chunks. */
  const readChunks: Database['readChunks'] = async function* (statement, chunkSize, signal) {
    signal?.throwIfAborted()
    const connection = await typed(pool.acquire().promise)
    const isReused = used.has(connection)
    used.add(connection)
    const chunks = driver.readChunks(connection, statement, chunkSize)
    const cancel = () => driver.cancel(connection).catch(() => {})
    signal?.addEventListener('abort', cancel)
    let isOver = false
    let hasRead = false
    try {
      while (!isOver) {
        // The remaining rows may already have arrived, so there is no statement to cancel.
        signal?.throwIfAborted()
        const { value, done } = await withTimeout(chunks.next(), limits.statementTimeoutMs, cancel)
        isOver = done === true
        if (!value) continue
        hasRead = true
        yield value
      }
      return
    } catch (error) {
      const mayRepeat = !hasRead && isReused && isDead(error)
      if (!mayRepeat) throw signal?.aborted ? signal.reason : toServiceError(error, toFault)
    } finally {
      signal?.removeEventListener('abort', cancel)
      if (!isOver) {
        broken.add(connection)
        await cancel()
        // Not awaited, because it may never settle on a lost connection.
        chunks.return().catch(() => {})
      }
      pool.release(connection)
    }
    yield* readChunks(statement, chunkSize, signal)
  }

  return {
    dialect: driver.dialect,
    version: await typed(withConnection(readVersion)),
    query,
    read: (statement, signal) => typed(runUntilNew(statement, signal)),
    readChunks: limitConcurrency(readChunks, limits.max, limits.acquireTimeoutMs),
    write: (statement, signal) => typed(run(statement, signal)),
    transaction: (work, signal) =>
      typed(
        inTransaction(
          connection => work({ run: statement => driver.run(connection, statement) }),
          signal,
        ),
      ),
    readOnly: (statement, limits, signal) => typed(readOnly(statement, limits, signal)),
    async close() {
      await pool.destroy()
    },
  }
}

/** Rejects when the work takes too long, and calls `stop`. */
function withTimeout<T>(work: Promise<T>, timeoutMs: number, stop: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new TimeoutError(`The query took longer than ${timeoutMs} ms.`))
    }, timeoutMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
