import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { Connection, ConnectionOptions as DriverOptions, ResultSetHeader } from 'mysql2'
import type { Address } from '../../address.js'
import type { Database, Outcome, Statement } from '../../database.js'
import type { Dialect } from '../../dialect.js'
import { importDriver } from '../../import-driver.js'
import { poolLimits, type SourceConnectionOptions } from '../../options.js'
import { openPooledDatabase, type PooledDriver } from '../../pooled-database.js'
import { type Tls, withTls } from '../../tls.js'
import { toParameter } from './codecs.js'
import { mysqlDialect } from './dialect.js'
import { isDeadConnection, isLostConnection, toFault, unanswered } from './faults.js'

/**
 * MySQL limits reads in milliseconds, MariaDB all statements in seconds; each ignores the other's
 * setting.
 */
const sessionSettings = (isMariaDb: boolean, timeoutMs: number): string =>
  isMariaDb
    ? `set time_zone = '+00:00', ${ZERO_DATES}, max_statement_time = ${timeoutMs / 1000}`
    : `set time_zone = '+00:00', ${ZERO_DATES}, max_execution_time = ${Math.ceil(timeoutMs)}`

/**
 * Allows zero dates in comparisons and updates, whatever the server mode, because columns can
 * contain them.
 */
const ZERO_DATES = `sql_mode = ${['NO_ZERO_IN_DATE', 'NO_ZERO_DATE', 'TRADITIONAL'].reduce(
  (mode, name) => `replace(${mode}, '${name}', '')`,
  '@@sql_mode',
)}`

const READ_ONLY = 'set session transaction read only'

const isMariaDbVersion = (version: string): boolean => /mariadb/i.test(version)

export async function openMysql(
  address: Address,
  options: SourceConnectionOptions,
): Promise<{ readonly database: Database; readonly dialect: Dialect }> {
  const mysql = await importDriver('mysql2', () => import('mysql2'))
  const limits = poolLimits(options)
  const base: DriverOptions = {
    host: address.host,
    port: address.port ?? 3306,
    user: address.user,
    password: address.password,
    database: address.database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    dateStrings: true,
    jsonStrings: true,
    supportBigNumbers: true,
    enableKeepAlive: true,
    connectTimeout: limits.acquireTimeoutMs,
    // The server counts prepared statements of all connections together and rejects more than
    // 16,382.
    maxPreparedStatements: MAX_PREPARED,
  }
  const lostAfterMs = limits.statementTimeoutMs + LOST_AFTER_MS
  const connect = (tls: Tls | undefined) =>
    new Promise<Connection>((resolve, reject) => {
      const connection = mysql.createConnection({ ...base, ...(tls && { ssl: tls }) })
      const fail = (error: Error) => {
        connection.destroy()
        reject(error)
      }
      const onEnd = () => fail(new Error(CLOSED_WHILE_CONNECTING))
      connection.once('error', fail)
      connection.once('end', onEnd)
      connection.connect(error => {
        if (error) return fail(error)
        connection.off('error', fail)
        connection.off('end', onEnd)
        // A socket error between statements would otherwise end the process.
        connection.on('error', () => dead.add(connection))
        connection.on('end', () => dead.add(connection))
        resolve(connection)
      })
    })
  const dead = new WeakSet<Connection>()

  const found = await withTls(address, options, async tls => {
    const connection = await connect(tls)
    try {
      const [{ version = '' } = {}] = await objects(connection, VERSION, lostAfterMs)
      return { tls, version: String(version) }
    } finally {
      connection.destroy()
    }
  })
  const isMariaDb = isMariaDbVersion(found.version)
  const dialect = mysqlDialect(isMariaDb)

  const open = async () => {
    const connection = await connect(found.tls)
    try {
      await useSettings(connection, limits.statementTimeoutMs)
      if (options.readOnly) await command(connection, READ_ONLY, lostAfterMs)
      return connection
    } catch (error) {
      connection.destroy()
      throw error
    }
  }
  const useSettings = (connection: Connection, timeoutMs: number) =>
    command(connection, sessionSettings(isMariaDb, timeoutMs), lostAfterMs)

  const driver: PooledDriver<Connection> = {
    dialect: 'mysql',
    syntax: dialect.syntax,
    open,
    close: connection => connection.destroy(),
    isOpen: connection => !dead.has(connection),
    run: (connection, statement) => run(connection, statement, lostAfterMs),
    async *readChunks(connection, statement, chunkSize) {
      const set = (text: string) => command(connection, text, lostAfterMs)
      await set(streamSettings(isMariaDb))
      yield* readChunks(connection, statement, chunkSize)
      await set('set net_write_timeout = default')
      await set(sessionSettings(isMariaDb, limits.statementTimeoutMs))
    },
    objects: (connection, statement) => objects(connection, statement, lostAfterMs),
    command: (connection, text) => command(connection, text, lostAfterMs),
    async cancel(connection) {
      const killConnection = await connect(found.tls)
      try {
        await command(killConnection, `kill query ${connection.threadId}`, LOST_AFTER_MS)
      } finally {
        killConnection.destroy()
      }
    },
    async beginReadOnly(connection, { timeoutMs }) {
      await useSettings(connection, timeoutMs)
      await command(connection, 'start transaction read only', lostAfterMs)
    },
    readCapped: (connection, statement, { timeoutMs, maxRows }) =>
      readCapped(connection, statement, maxRows, timeoutMs + LOST_AFTER_MS),
    async endReadOnly(connection) {
      await driver.command(connection, 'rollback')
      await useSettings(connection, limits.statementTimeoutMs)
    },
    toFault,
    isDeadConnection,
    isLostConnection,
  }
  const database = await openPooledDatabase(driver, limits, async () => found.version)
  return { database, dialect }
}

/** The server waits for a client that reads rows on demand. */
const streamSettings = (isMariaDb: boolean): string =>
  `set net_write_timeout = 3600, ${isMariaDb ? 'max_statement_time' : 'max_execution_time'} = 0`

const CLOSED_WHILE_CONNECTING = 'The connection is closed before it is made.'
/** For a network that drops the response; the server itself stops statements earlier. */
const LOST_AFTER_MS = 5_000
/** Per connection. */
const MAX_PREPARED = 500
const VERSION: Statement = { text: 'select version() as version', values: [] }

/**
 * Settles with the server's response, or rejects and closes the connection when none arrives. The
 * driver's own timeout does not include the time in which a statement is prepared.
 */
const withTimeout = <T>(
  connection: Connection,
  withinMs: number,
  execute: (resolve: (result: T) => void, reject: (error: Error) => void) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      connection.destroy()
      reject(unanswered())
    }, withinMs)
    execute(
      result => {
        clearTimeout(timer)
        resolve(result)
      },
      error => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })

const command = (connection: Connection, text: string, withinMs: number) =>
  withTimeout<void>(connection, withinMs, (resolve, reject) => {
    connection.query(text, error => (error ? reject(error) : resolve()))
  })

const objects = (connection: Connection, { text, values }: Statement, withinMs: number) =>
  withTimeout<Row[]>(connection, withinMs, (resolve, reject) => {
    connection.execute<never[]>(text, values.map(toParameter) as never[], (error, rows) =>
      error ? reject(error) : resolve(rows),
    )
  })

const run = (connection: Connection, { text, values, decode }: Statement, withinMs: number) =>
  withTimeout<Outcome>(connection, withinMs, (resolve, reject) => {
    const bound = values.map(toParameter) as never[]
    const query = { sql: text, values: bound, rowsAsArray: true }
    connection.execute<never>(query, (error, result: unknown) => {
      if (error) return reject(error)
      if (!Array.isArray(result)) {
        const { affectedRows, insertId } = result as ResultSetHeader
        return resolve({ rows: [], affected: affectedRows, insertId })
      }
      try {
        const rows = decode ? result.map(decode) : result
        resolve({ rows, affected: rows.length })
      } catch (failure) {
        reject(failure as Error)
      }
    })
  })

async function* readChunks(
  connection: Connection,
  { text, values, decode }: Statement,
  chunkSize: number,
): AsyncGenerator<unknown[], void, undefined> {
  const query = { sql: text, values: values.map(toParameter) as never[], rowsAsArray: true }
  const rows = connection.execute(query).stream({ highWaterMark: chunkSize })
  // The driver does not report a lost connection to a statement without a callback.
  const onError = (error: Error) => rows.destroy(error)
  connection.once('error', onError)
  try {
    let chunk: unknown[] = []
    for await (const cells of rows) {
      chunk.push(decode ? decode(cells) : cells)
      if (chunk.length < chunkSize) continue
      yield chunk
      chunk = []
    }
    if (chunk.length > 0) yield chunk
  } finally {
    connection.off('error', onError)
  }
}

/** Stops reading at the maximum; the rows after it are discarded. */
const readCapped = (
  connection: Connection,
  { text, values }: Statement,
  maxRows: number,
  withinMs: number,
) =>
  withTimeout<Row[]>(connection, withinMs, (resolve, reject) => {
    const rows: Row[] = []
    let count = 0
    // The driver does not report a lost connection to a statement without a callback.
    connection.once('error', reject)
    connection
      .execute(text, values.map(toParameter) as never[])
      .on('result', (row: unknown) => {
        if (++count <= maxRows) rows.push(row as Row)
      })
      .on('error', error => {
        connection.off('error', reject)
        reject(error)
      })
      .on('end', () => {
        connection.off('error', reject)
        if (count <= maxRows) return resolve(rows)
        const advice = 'Add a limit or an aggregate.'
        reject(new UnprocessableError(`The query returns more than ${maxRows} rows. ${advice}`))
      })
  })
