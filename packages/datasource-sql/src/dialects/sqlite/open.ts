import { pathToFileURL } from 'node:url'
import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { Address } from '../../address.js'
import { decodeNumber } from '../../codecs.js'
import { createConcurrencyLimit, limitConcurrency } from '../../concurrency-limit.js'
import type { Database, ReadOnlyLimits, Statement } from '../../database.js'
import { toServiceError } from '../../errors.js'
import { poolLimits, type SourceConnectionOptions } from '../../options.js'
import { printSql, type Sql } from '../../sql.js'
import { type SqliteConnection, type StatementLimits, sqliteConnector } from './connection.js'
import { sqlite } from './dialect.js'
import { toFault } from './faults.js'
import { createLookUps } from './look-ups.js'
import { readCopy } from './read-chunks.js'

const typed = (error: unknown) => toServiceError(error, toFault)
const rethrow = (error: unknown): never => {
  throw typed(error)
}
const closed = () =>
  toServiceError(new Error('The database is closed.'), () => ({ kind: 'unavailable' }))

/**
 * Opens a file, or `:memory:`. One connection runs all statements one after another. Exports and
 * live queries have their own connection, except in memory, where each connection would have its
 * own data.
 */
export async function openSqlite(
  address: Address,
  options: SourceConnectionOptions,
): Promise<Database> {
  const { statementTimeoutMs, acquireTimeoutMs, max } = poolLimits(options)
  const file = address.database || ':memory:'
  const isInMemory = file === ':memory:'
  const path = options.readOnly && !isInMemory ? `${pathToFileURL(file)}?mode=ro` : file
  // The lock wait is shorter than the statement timeout, so that a locked file is reported as such.
  const waitForLockMs = Math.min(acquireTimeoutMs, statementTimeoutMs * 0.8)
  const connect = await sqliteConnector(path, waitForLockMs)
  const concurrencyLimit = createConcurrencyLimit(1, acquireTimeoutMs)
  const ownConcurrencyLimit = createConcurrencyLimit(max, acquireTimeoutMs)
  const lookUps = isInMemory ? undefined : await createLookUps(path)
  /** Undefined after it had to be replaced; the next statement opens another. */
  let connection: SqliteConnection | undefined = await connect()
  let isClosed = false

  /** Reserves the connection while `work` runs. */
  const withConnection = async <T>(
    work: (acquired: SqliteConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    signal?.throwIfAborted()
    await concurrencyLimit.acquire()
    try {
      signal?.throwIfAborted()
      if (isClosed) throw closed()
      connection ??= await connect()
      return await work(connection)
    } catch (error) {
      throw signal?.aborted ? signal.reason : typed(error)
    } finally {
      if (connection?.needsReplacement()) {
        connection.close()
        connection = undefined
      }
      concurrencyLimit.release()
    }
  }

  /** Opens a separate connection while `work` runs, unless the database is in memory. */
  const onOwn = async <T>(
    work: (own: SqliteConnection) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    if (isInMemory) return withConnection(work, signal)
    await ownConcurrencyLimit.acquire()
    try {
      signal?.throwIfAborted()
      const own = await connect()
      return await work(own).finally(() => own.close())
    } catch (error) {
      throw signal?.aborted ? signal.reason : typed(error)
    } finally {
      ownConcurrencyLimit.release()
    }
  }

  const allowance = (signal?: AbortSignal): StatementLimits => ({
    timeoutMs: statementTimeoutMs,
    signal,
  })
  const run = (statement: Statement, signal?: AbortSignal) =>
    withConnection(acquired => acquired.run(statement, allowance(signal)), signal)

  let copies = 0
  /** Reads the chunks of an export on a separate connection, or on the shared one in memory. */
  const readChunks: Database['readChunks'] = async function* (statement, chunkSize, signal) {
    signal?.throwIfAborted()
    const name = `chunks_${++copies}`
    const own = isInMemory ? undefined : await connect().catch(rethrow)
    const runPart = (part: Statement, partSignal?: AbortSignal) =>
      own
        ? own.run(part, allowance(partSignal)).catch(error => {
            throw partSignal?.aborted ? partSignal.reason : typed(error)
          })
        : run(part, partSignal)
    try {
      yield* readCopy(name, statement, chunkSize, runPart, signal)
    } finally {
      own?.close()
    }
  }

  return {
    dialect: 'sqlite',
    version: await withConnection(async acquired => {
      const [row] = await acquired.objects('select sqlite_version() as version', [])
      return String(row?.version)
    }),
    query<R extends object>(query: Sql<R>) {
      const { text, parameters } = printSql(sqlite.syntax, query)
      // The caller's type describes the columns.
      return withConnection(acquired => acquired.objects(text, parameters)) as unknown as Promise<
        R[]
      >
    },
    async read(statement, signal) {
      signal?.throwIfAborted()
      return lookUps?.find(statement) ?? run(statement, signal)
    },
    readChunks: limitConcurrency(readChunks, max, acquireTimeoutMs),
    write: run,
    transaction: (work, signal) =>
      withConnection(async acquired => {
        await acquired.command('begin immediate')
        try {
          const session = {
            run: (statement: Statement) => acquired.run(statement, allowance(signal)),
          }
          const result = await work(session)
          await acquired.command('commit')
          return result
        } catch (error) {
          // Closing the connection rolls back its transaction.
          if (!acquired.needsReplacement() && acquired.isInTransaction())
            await acquired.command('rollback')
          throw error
        }
      }, signal),
    readOnly: (statement, limits, signal) =>
      onOwn(async own => {
        await own.command('pragma query_only = on')
        try {
          return await readCapped(own, statement, limits, signal)
        } finally {
          if (!own.needsReplacement()) await own.command('pragma query_only = off')
        }
      }, signal),
    async close() {
      // If the connection does not become free in time, it is closed after its current statement.
      const isAcquired = await concurrencyLimit.acquire().then(
        () => true,
        () => false,
      )
      isClosed = true
      lookUps?.close()
      connection?.close()
      connection = undefined
      if (isAcquired) concurrencyLimit.release()
    },
  }
}

async function readCapped(
  connection: SqliteConnection,
  { text, values }: Statement,
  { maxRows, timeoutMs }: ReadOnlyLimits,
  signal?: AbortSignal,
): Promise<Row[]> {
  const names = await connection.columnNames(text)
  const capped = `select * from (${text}) limit ${maxRows + 1}`
  const { rows } = await connection.run({ text: capped, values }, { timeoutMs, signal })
  if (rows.length > maxRows) {
    throw new UnprocessableError(
      `The query returns more than ${maxRows} rows. Add a limit or an aggregate.`,
    )
  }
  return (rows as unknown[][]).map(cells =>
    Object.fromEntries(names.map((name, index) => [name, plain(cells[index])])),
  )
}

const plain = (cell: unknown): unknown => (typeof cell === 'bigint' ? decodeNumber(cell) : cell)
