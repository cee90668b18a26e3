import type { Row } from '@service/datasource-toolkit'
import { TimeoutError, UnprocessableError } from '@service/datasource-toolkit'
import type Libsql from 'libsql'
import type { Address } from '../../address.js'
import type { Database, Outcome, ReadOnlyLimits, Statement } from '../../database.js'
import { toServiceError } from '../../errors.js'
import { importDriver } from '../../import-driver.js'
import { type ConnectionOptions, poolLimits } from '../../options.js'
import { printSql, type Sql } from '../../sql.js'
import { toParameter } from './codecs.js'
import { sqlite } from './dialect.js'
import { faultOf } from './faults.js'
import { readCopy } from './read-chunks.js'

type Prepared = ReturnType<Libsql.Database['prepare']>

const MOST_PREPARED = 500
const typed = (error: unknown) => toServiceError(error, faultOf)

/**
 * Opens a file, or `:memory:`. The driver is synchronous: a statement runs to its end before
 * anything else does, so there is one connection and nothing to cancel.
 */
export async function openSqlite(address: Address, options: ConnectionOptions): Promise<Database> {
  const { default: Driver } = await importDriver('libsql', () => import('libsql'))
  const { statementTimeoutMs } = poolLimits(options)
  const path = address.database || ':memory:'
  const connect = (): Libsql.Database => {
    const connection = new Driver(path, { timeout: statementTimeoutMs })
    connection.exec('pragma foreign_keys = on')
    return connection
  }
  const connection = connect()
  const prepared = new Map<string, Prepared>()

  const prepare = (text: string): Prepared => {
    const known = prepared.get(text)
    if (known) return known
    const statement = connection.prepare(text).safeIntegers(true)
    if (statement.reader) statement.raw(true)
    if (prepared.size >= MOST_PREPARED) prepared.clear()
    prepared.set(text, statement)
    return statement
  }

  const run = ({ text, values, decode }: Statement): Outcome => {
    const statement = prepare(text)
    const parameters = values.map(toParameter)
    if (!statement.reader) {
      const { changes } = statement.run(parameters)
      return { rows: [], affected: Number(changes) }
    }
    const rows = statement.all(parameters) as unknown[][]
    return { rows: decode ? rows.map(decode) : rows, affected: rows.length }
  }

  // While a transaction is open, what is not part of it waits.
  let transaction: Promise<unknown> | undefined
  const outside = async <T>(work: () => T, signal?: AbortSignal): Promise<T> => {
    while (transaction) await transaction
    signal?.throwIfAborted()
    try {
      return work()
    } catch (error) {
      throw typed(error)
    }
  }

  let copies = 0

  const inTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
    connection.exec('begin immediate')
    try {
      const result = await work()
      connection.exec('commit')
      return result
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback')
      throw typed(error)
    }
  }

  return {
    dialect: 'sqlite',
    version: String((connection.prepare('select sqlite_version() as v').get() as { v: string }).v),
    query<R extends object>(query: Sql<R>) {
      const { text, parameters } = printSql(sqlite.syntax, query)
      return outside(() => connection.prepare(text).all(parameters.map(toParameter)) as R[])
    },
    read: (statement, signal) => outside(() => run(statement), signal),
    readChunks: (statement, chunkSize, signal) =>
      readCopy(connection, `chunks_${++copies}`, statement, chunkSize, outside, signal),
    write: (statement, signal) => outside(() => run(statement), signal),
    async transaction(work, signal) {
      while (transaction) await transaction
      signal?.throwIfAborted()
      const running = inTransaction(() => work({ run: async statement => run(statement) }))
      transaction = running.catch(() => {})
      try {
        return await running
      } finally {
        transaction = undefined
      }
    },
    readOnly: (statement, limits, signal) =>
      outside(() => {
        const own = path === ':memory:' ? connection : connect()
        own.exec('pragma query_only = on')
        try {
          return readCapped(own, statement, limits)
        } finally {
          own.exec('pragma query_only = off')
          if (own !== connection) own.close()
        }
      }, signal),
    async close() {
      prepared.clear()
      connection.close()
    },
  }
}

function readCapped(
  connection: Libsql.Database,
  { text, values }: Statement,
  { maxRows, timeoutMs }: ReadOnlyLimits,
): Row[] {
  const end = Date.now() + timeoutMs
  const rows: Row[] = []
  for (const row of connection.prepare(text).iterate(values.map(toParameter))) {
    if (rows.length === maxRows) {
      throw new UnprocessableError(
        `The query gives more than ${maxRows} rows. Add a limit or an aggregate.`,
      )
    }
    if (Date.now() > end) throw new TimeoutError(`The query took longer than ${timeoutMs} ms.`)
    rows.push(row as Row)
  }
  return rows
}
