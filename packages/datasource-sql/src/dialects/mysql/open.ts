import type { Row } from '@service/datasource-toolkit'
import { UnprocessableError } from '@service/datasource-toolkit'
import type { Connection, ConnectionOptions as DriverOptions, ResultSetHeader } from 'mysql2'
import type { Address } from '../../address.js'
import type { Database, Outcome, Statement } from '../../database.js'
import type { Dialect } from '../../dialect.js'
import { importDriver } from '../../import-driver.js'
import { type ConnectionOptions, poolLimits } from '../../options.js'
import { openPooledDatabase, type PooledDriver } from '../../pooled-database.js'
import { type Tls, withTls } from '../../tls.js'
import { toParameter } from './codecs.js'
import { mysqlDialect } from './dialect.js'
import { faultOf, isDeadConnection, isLostConnection } from './faults.js'

/** MySQL limits reads in milliseconds, MariaDB all statements in seconds; each ignores the other's. */
const sessionSettings = (isMariaDb: boolean, timeoutMs: number): string =>
  isMariaDb
    ? `set time_zone = '+00:00', max_statement_time = ${timeoutMs / 1000}`
    : `set time_zone = '+00:00', max_execution_time = ${Math.ceil(timeoutMs)}`

const isMariaDbVersion = (version: string): boolean => /mariadb/i.test(version)

export async function openMysql(
  address: Address,
  options: ConnectionOptions,
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
  }
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
    const [{ version = '' } = {}] = await objects(connection, VERSION)
    connection.end()
    return { tls, version: String(version) }
  })
  const isMariaDb = isMariaDbVersion(found.version)
  const dialect = mysqlDialect(isMariaDb)

  const open = async () => {
    const connection = await connect(found.tls)
    await command(connection, sessionSettings(isMariaDb, limits.statementTimeoutMs))
    return connection
  }

  const driver: PooledDriver<Connection> = {
    dialect: 'mysql',
    syntax: dialect.syntax,
    open,
    close: connection => connection.destroy(),
    isOpen: connection => !dead.has(connection),
    run: (connection, statement) =>
      run(connection, statement, limits.statementTimeoutMs + LOST_AFTER_MS).catch(
        markDead(connection, dead),
      ),
    objects,
    command,
    async cancel(connection) {
      const killer = await connect(found.tls)
      try {
        await command(killer, `kill query ${connection.threadId}`)
      } finally {
        killer.destroy()
      }
    },
    async readOnly(connection, statement, { timeoutMs, maxRows }) {
      await command(connection, sessionSettings(isMariaDb, timeoutMs))
      await command(connection, 'start transaction read only')
      try {
        return await readCapped(connection, statement, maxRows)
      } finally {
        await command(connection, 'rollback')
        await command(connection, sessionSettings(isMariaDb, limits.statementTimeoutMs))
      }
    },
    faultOf,
    isDeadConnection,
  }
  const database = await openPooledDatabase(driver, limits, async () => found.version)
  return { database, dialect }
}

const CLOSED_WHILE_CONNECTING = 'The connection is closed before it is made.'
/** For a network that swallows the answer; the server itself stops statements earlier. */
const LOST_AFTER_MS = 5_000
const VERSION: Statement = { text: 'select version() as version', values: [] }

const markDead = (connection: Connection, dead: WeakSet<Connection>) => (error: Error) => {
  if (isLostConnection(error)) dead.add(connection)
  throw error
}

const command = (connection: Connection, text: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(text, error => (error ? reject(error) : resolve()))
  })

const objects = (connection: Connection, { text, values }: Statement) =>
  new Promise<Row[]>((resolve, reject) => {
    connection.execute<never[]>(text, values.map(toParameter) as never[], (error, rows) =>
      error ? reject(error) : resolve(rows),
    )
  })

const run = (connection: Connection, { text, values, decode }: Statement, timeout: number) =>
  new Promise<Outcome>((resolve, reject) => {
    const bound = values.map(toParameter) as never[]
    const query = { sql: text, values: bound, rowsAsArray: true, timeout }
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
        reject(failure)
      }
    })
  })

/** Stops reading at the cap: the rows after it are not kept. */
const readCapped = (connection: Connection, { text, values }: Statement, maxRows: number) =>
  new Promise<Row[]>((resolve, reject) => {
    const rows: Row[] = []
    let count = 0
    connection
      .execute(text, values.map(toParameter) as never[])
      .on('result', (row: unknown) => {
        if (++count <= maxRows) rows.push(row as Row)
      })
      .on('error', reject)
      .on('end', () => {
        if (count <= maxRows) return resolve(rows)
        const advice = 'Add a limit or an aggregate.'
        reject(new UnprocessableError(`The query gives more than ${maxRows} rows. ${advice}`))
      })
  })
