import type { Row } from '@service/datasource-toolkit'
import type { Pool, PoolClient } from 'pg'
import { limitConcurrency } from '../../concurrency-limit.js'
import type { Database, OnRow, Outcome, Statement } from '../../database.js'
import { toServiceError } from '../../errors.js'
import { printSql, type Sql } from '../../sql.js'
import { createBatchedReads } from './batched-reads.js'
import { createBatchedWrites } from './batched-writes.js'
import { cancelStatement } from './cancel.js'
import { postgres } from './dialect.js'
import { isDeadConnection, isLostConnection, isStalePlan, toFault } from './faults.js'
import { interceptRows } from './intercept-rows.js'
import { NativeRowsQuery } from './native-rows-query.js'
import { readCursor, readHeldCursor } from './read-chunks.js'
import { RowsQuery, sendStatements } from './rows-query.js'
import { createShortStatements } from './short-statements.js'
import { checkDriver, type Wire } from './wire.js'

export interface PostgresPool {
  readonly pool: Pool
  /**
   * A server, or an embedded database in a worker thread or in this thread. Embedded databases have
   * one connection and cannot cancel statements: closing the connection terminates the worker
   * thread, and the connection to an instance is never closed.
   */
  readonly kind: 'server' | 'thread' | 'instance'
  close(): Promise<void>
}

export async function openPostgres({ pool, kind, close }: PostgresPool): Promise<Database> {
  // A socket error outside a query would otherwise end the process; the pool drops the client.
  pool.on('connect', client => client.on('error', ignore))
  pool.on('error', ignore)
  // A pooled connection may have been lost since its last use: a read is then repeated on another,
  // until the connection is new. An error on a new connection is thrown.
  const unused = new WeakSet<PoolClient>()
  pool.on('connect', client => unused.add(client))
  pool.on('release', (_error, client) => unused.delete(client))
  // The state of its connection is unknown, so it is not used again.
  const broken = new WeakSet<PoolClient>()
  const cancel =
    kind === 'server'
      ? async (client: PoolClient) => {
          if (!(await cancelStatement(client))) broken.add(client)
        }
      : undefined

  const release = (client: PoolClient, error?: unknown) =>
    client.release(kind !== 'instance' && (broken.has(client) || isLost(error)))

  const short = createShortStatements()
  const shortWrites = createShortStatements(undefined, SHORT_WRITE_MS)

  const run = (
    statement: Statement,
    signal: AbortSignal | undefined,
    mayRepeat: boolean,
    record?: (milliseconds: number, rows: number) => void,
    reading?: RowReading,
  ) =>
    new Promise<Outcome>((resolve, reject) => {
      const runOnConnection = (current: Statement) => {
        pool.connect((connectError, client) => {
          if (!client) return reject(typed(connectError))
          const isNew = unused.has(client)
          if (signal?.aborted) {
            client.release()
            return reject(signal.reason)
          }
          const startedAt = performance.now()
          const succeed = (outcome: Outcome) => {
            record?.(performance.now() - startedAt, outcome.rows.length)
            release(client)
            resolve(outcome)
          }
          const fail = (error: Error) => {
            release(client, error)
            if (mayRepeat && !isNew && isDeadConnection(error)) {
              // Rows that were passed on cannot be taken back.
              return reading?.hasRead ? resolve(CONNECTION_LOST) : runOnConnection(current)
            }
            // The server rejected the plan before running it, so even a write can be sent again.
            if (current.name && isStalePlan(error)) {
              return runOnConnection({ ...current, name: undefined })
            }
            reject(typed(error))
          }
          const settle = cancelling(client, signal, cancel, succeed, fail)
          client.query(new RowsQuery(current, settle, reading && sendIntercepted(current, reading)))
        })
      }
      if (signal?.aborted) return reject(signal.reason)
      runOnConnection(statement)
    })

  const runOn = (client: PoolClient, statement: Statement, signal?: AbortSignal) =>
    new Promise<Outcome>((resolve, reject) => {
      const settle = cancelling(client, signal, cancel, resolve, reject)
      client.query(new RowsQuery(statement, settle))
    })

  const runAlone = (statement: Statement, signal: AbortSignal | undefined) =>
    run(statement, signal, true)

  const runOnce = (statement: Statement, signal: AbortSignal | undefined) =>
    run(statement, signal, false)

  const shared = cancel && pool.options.max >= SHARED_POOL && { pool, release, cancel }
  const readShort = shared && createBatchedReads({ ...shared, short, runAlone, toError: typed })
  const writeShort =
    shared &&
    createBatchedWrites({ ...shared, short: shortWrites, runAlone: runOnce, toError: typed })

  const read = (statement: Statement, signal: AbortSignal | undefined): Promise<Outcome> => {
    const name = statement.planned?.name ?? statement.name
    if (!readShort || name === undefined) return runAlone(statement, signal)
    if (short.has(name)) return readShort(statement, name, signal)
    // Waiting for a connection is not counted: sharing one is the remedy for that.
    return run(statement, signal, true, (milliseconds, rows) =>
      short.record(name, milliseconds, rows),
    )
  }

  const readRows: Database['readRows'] = async (statement, onRow, signal) => {
    const end = new AbortController()
    const reading: RowReading = { onRow, end, hasRead: false }
    const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal
    const outcome = await run(statement, either, true, undefined, reading).catch(error => {
      if (!end.signal.aborted || signal?.aborted) throw error
    })
    if (reading.failure) throw reading.failure
    return !end.signal.aborted && outcome !== CONNECTION_LOST
  }

  const write = (statement: Statement, signal: AbortSignal | undefined): Promise<Outcome> => {
    const { name, mayShareMessage } = statement
    if (!writeShort || !mayShareMessage || name === undefined) return runOnce(statement, signal)
    if (shortWrites.has(name)) return writeShort(statement, name, signal)
    return run(statement, signal, false, (milliseconds, rows) =>
      shortWrites.record(name, milliseconds, rows),
    )
  }

  const withClient = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    let client: PoolClient | undefined
    let failure: unknown
    try {
      client = await pool.connect()
      return await work(client)
    } catch (error) {
      failure = error
      throw typed(error)
    } finally {
      if (client) release(client, failure)
    }
  }

  const inTransaction = <T>(
    begin: string,
    end: 'commit' | 'rollback',
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> =>
    withClient(async client => {
      await client.query(begin)
      try {
        const result = await work(client)
        await client.query(end)
        return result
      } catch (error) {
        if (!isLost(error)) await client.query('rollback').catch(() => broken.add(client))
        throw error
      }
    })

  const readOnClient: Database['readChunks'] = async function* (statement, chunkSize, signal) {
    signal?.throwIfAborted()
    const client = await pool.connect().catch(error => {
      throw typed(error)
    })
    const isNew = unused.has(client)
    let hasRead = false
    let failure: unknown
    try {
      const chunks = readCursor(client, statement, chunkSize, part => {
        signal?.throwIfAborted()
        return runOn(client, part, signal)
      })
      for await (const rows of chunks) {
        hasRead = true
        yield rows
      }
      return
    } catch (error) {
      failure = error
      const mayRepeat = !hasRead && !isNew && error instanceof Error && isDeadConnection(error)
      if (!mayRepeat) throw signal?.aborted ? signal.reason : typed(error)
    } finally {
      release(client, failure)
    }
    yield* readOnClient(statement, chunkSize, signal)
  }

  const readHeld: Database['readChunks'] = (statement, chunkSize, signal) =>
    readHeldCursor(
      `chunks_${++heldCursors}`,
      statement,
      chunkSize,
      (part, partSignal) => run(part, partSignal, false),
      signal,
    )

  // With a single connection, a reader that kept it would block the queries it depends on.
  const { max, connectionTimeoutMillis = 0 } = pool.options
  const readChunks =
    max === 1 ? readHeld : limitConcurrency(readOnClient, max, connectionTimeoutMillis)

  return {
    dialect: 'postgres',
    isSessionShared: kind === 'instance',
    version: await withClient(async client => {
      checkDriver(client)
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? ''
    }),
    query<R extends object>(query: Sql<R>) {
      const { text, parameters } = printSql(postgres.syntax, query)
      return withClient(async client => (await client.query<R>(text, [...parameters])).rows)
    },
    read,
    readChunks,
    // The connection to an instance has no stream of bytes.
    ...(kind !== 'instance' && { readRows }),
    write,
    transaction: (work, signal) =>
      inTransaction('begin', 'commit', client =>
        work({ run: statement => runOn(client, statement, signal) }),
      ),
    readOnly: (statement, { timeoutMs, maxRows }, signal) =>
      // Rolled back, so that settings changed by the statement do not persist.
      inTransaction('begin read only', 'rollback', async client => {
        // Sets how strings are parsed, so that they end where the check of the statement found
        // their end.
        const strings = 'set local standard_conforming_strings = on'
        await client.query(`set local statement_timeout = ${Math.ceil(timeoutMs)}; ${strings}`)
        return new Promise<Row[]>((resolve, reject) => {
          const settle = cancelling(client, signal, cancel, resolve, reject)
          // A server enforces the limit itself.
          const limitMs = kind === 'thread' ? timeoutMs : undefined
          client.query(new NativeRowsQuery(statement, maxRows, settle, limitMs))
        })
      }),
    close,
  }
}

/** Rows that are passed on as they arrive. */
interface RowReading {
  readonly onRow: OnRow
  /** Aborted when no more rows are wanted. */
  readonly end: AbortController
  hasRead: boolean
  failure?: unknown
}

const sendIntercepted = (statement: Statement, reading: RowReading) => (wire: Wire) => {
  interceptRows(wire, (source, start, end) => {
    if (reading.end.signal.aborted) return
    reading.hasRead = true
    try {
      if (!reading.onRow(source, start, end)) reading.end.abort()
    } catch (error) {
      reading.failure = error
      reading.end.abort()
    }
  })
  sendStatements(wire, [statement])
}

/** After some rows. */
const CONNECTION_LOST: Outcome = { rows: [], affected: 0 }
const ignore = () => {}
/** The smallest pool of which batches get connections for themselves. */
const SHARED_POOL = 4
/** By itself, on a busy machine; how long a shared write takes is measured more precisely. */
const SHORT_WRITE_MS = 5
const isLost = (error: unknown) => error instanceof Error && isLostConnection(error)
/** Sources can share an embedded database, so cursor names must be unique. */
let heldCursors = 0
const typed = (error: unknown) => toServiceError(error, toFault)

/** Settles with the promise; until then, an abort of `signal` cancels the client's statement. */
function cancelling<T>(
  client: PoolClient,
  signal: AbortSignal | undefined,
  cancel: ((client: PoolClient) => Promise<void>) | undefined,
  resolve: (result: T) => void,
  reject: (error: Error) => void,
): (error: Error | undefined, result: T) => void {
  if (!signal || !cancel) return (error, result) => (error ? reject(error) : resolve(result))
  let cancelled: Promise<void> | undefined
  const onAbort = () => {
    cancelled = cancel(client)
  }
  signal.addEventListener('abort', onAbort)
  return (error, result) => {
    signal.removeEventListener('abort', onAbort)
    const settle = () => {
      if (!error) return resolve(result)
      reject(signal.aborted && !isDeadConnection(error) ? signal.reason : error)
    }
    // If the client were released before the cancel request arrives, its next statement would be
    // cancelled.
    if (cancelled) cancelled.then(settle)
    else settle()
  }
}
