import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { Connection, ConnectionConfiguration, Request } from 'tedious'
import type { Address } from '../../address.js'
import type { Database, Outcome, Statement } from '../../database.js'
import { importDriver } from '../../import-driver.js'
import { type ConnectionOptions, poolLimits } from '../../options.js'
import { openPooledDatabase, type PooledDriver } from '../../pooled-database.js'
import { type Tls, withTls } from '../../tls.js'
import { mssql } from './dialect.js'
import { toFault } from './faults.js'

type Driver = typeof import('tedious')

interface Cell {
  readonly value: unknown
  readonly metadata: { readonly colName: string }
}

export async function openMssql(address: Address, options: ConnectionOptions): Promise<Database> {
  const tedious = await importDriver('tedious', () => import('tedious'))
  const limits = poolLimits(options)
  const configuration = (tls: Tls | undefined): ConnectionConfiguration => ({
    server: address.host,
    authentication: {
      type: 'default',
      options: { userName: address.user, password: address.password },
    },
    options: {
      port: address.port ?? 1433,
      database: address.database,
      useUTC: true,
      encrypt: tls !== false,
      trustServerCertificate: tls ? !tls.rejectUnauthorized : false,
      ...(tls && { cryptoCredentialsDetails: { ca: tls.ca, cert: tls.cert, key: tls.key } }),
      connectTimeout: limits.acquireTimeoutMs,
      requestTimeout: limits.statementTimeoutMs,
      rowCollectionOnRequestCompletion: false,
    },
  })
  const dead = new WeakSet<Connection>()
  const connect = (tls: Tls | undefined) =>
    new Promise<Connection>((resolve, reject) => {
      const connection = new tedious.Connection(configuration(tls))
      connection.on('error', () => dead.add(connection))
      connection.on('end', () => dead.add(connection))
      connection.connect(error => (error ? reject(error) : resolve(connection)))
    })

  const tls = await withTls(address, options, async encryption => {
    const connection = await connect(encryption)
    connection.close()
    return encryption
  })

  const driver: PooledDriver<Connection> = {
    dialect: 'mssql',
    syntax: mssql.syntax,
    open: () => connect(tls),
    close: connection => connection.close(),
    isOpen: connection => !dead.has(connection),
    async run(connection, { decode, ...statement }) {
      const rows: unknown[] = []
      const affected = await execute(tedious, connection, statement, cells => {
        const values = cells.map(({ value }) => value)
        rows.push(decode ? decode(values) : values)
      })
      return { rows, affected } satisfies Outcome
    },
    readChunks: (connection, statement, chunkSize) =>
      readChunks(tedious, connection, statement, chunkSize),
    async objects(connection, statement) {
      const rows: Row[] = []
      await execute(tedious, connection, statement, cells => rows.push(toRow(cells)))
      return rows
    },
    command: (connection, text) =>
      new Promise((resolve, reject) => {
        const done = (error?: Error | null) =>
          error && !isAlreadyRolledBack(error) ? reject(error) : resolve()
        if (text === 'begin') connection.beginTransaction(done)
        else if (text === 'commit') connection.commitTransaction(done)
        else connection.rollbackTransaction(done)
      }),
    async cancel(connection) {
      connection.cancel()
    },
    // SQL Server has no read-only transactions, so the user must have read privileges only.
    beginReadOnly: connection => driver.command(connection, 'begin'),
    readCapped: (connection, statement, { timeoutMs, maxRows }) =>
      readCapped(tedious, connection, statement, timeoutMs, maxRows),
    endReadOnly: connection => driver.command(connection, 'rollback'),
    toFault,
    isDeadConnection: error => toFault(error)?.kind === 'unavailable',
    isLostConnection: error => toFault(error)?.kind === 'unavailable',
  }
  return openPooledDatabase(driver, limits, async connection => {
    const [row] = await driver.objects(connection, {
      text: `select cast(serverproperty('ProductVersion') as varchar(50)) as version`,
      values: [],
    })
    return String(row?.version)
  })
}

/** A deadlock, among other errors, makes the server roll back the transaction. */
const isAlreadyRolledBack = (error: Error & { readonly number?: number }): boolean =>
  error.number === 3903

const toRow = (cells: readonly Cell[]): Row =>
  Object.fromEntries(cells.map(({ metadata, value }) => [metadata.colName, value]))

function execute(
  { Request, TYPES }: Driver,
  connection: Connection,
  { text, values }: Pick<Statement, 'text' | 'values'>,
  onRow: (cells: readonly Cell[], request: Request) => void,
  timeoutMs?: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const request = new Request(text, (error, rowCount) => {
      if (error ?? failure) reject(error ?? failure)
      else resolve(rowCount ?? 0)
    })
    values.forEach((value, index) => {
      const { type, bound } = toParameter(TYPES, value)
      request.addParameter(String(index + 1), type, bound)
    })
    request.on('row', (cells: readonly Cell[]) => {
      try {
        onRow(cells, request)
      } catch (error) {
        failure = error
      }
    })
    if (timeoutMs !== undefined) request.setTimeout(timeoutMs)
    connection.execSql(request)
  })
}

/** The server sends more rows only after the previous ones were read. */
async function* readChunks(
  driver: Driver,
  connection: Connection,
  { decode, ...statement }: Statement,
  chunkSize: number,
): AsyncGenerator<unknown[], void, undefined> {
  let chunk: unknown[] = []
  let wake = () => {}
  let isOver = false
  let flow: Request | undefined
  const onRow = (cells: readonly Cell[], request: Request) => {
    const values = cells.map(({ value }) => value)
    chunk.push(decode ? decode(values) : values)
    if (chunk.length < chunkSize) return
    flow = request
    request.pause()
    wake()
  }
  const whole = execute(driver, connection, statement, onRow, 0).finally(() => {
    isOver = true
    wake()
  })
  whole.catch(() => {})
  do {
    await new Promise<void>(resolve => {
      wake = resolve
      if (isOver) resolve()
      else flow?.resume()
    })
    const rows = chunk
    chunk = []
    if (rows.length > 0) yield rows
  } while (!isOver)
  await whole
}

function toParameter(types: Driver['TYPES'], value: unknown) {
  if (value instanceof Uint8Array) return { type: types.VarBinary, bound: Buffer.from(value) }
  if (typeof value === 'boolean') return { type: types.Bit, bound: value }
  if (typeof value === 'number') {
    return { type: Number.isSafeInteger(value) ? types.BigInt : types.Float, bound: value }
  }
  if (value instanceof Date) {
    return { type: types.NVarChar, bound: value.toISOString().slice(0, -1) }
  }
  const isText = value === null || value === undefined || typeof value === 'string'
  return { type: types.NVarChar, bound: isText ? (value ?? null) : String(value) }
}

async function readCapped(
  driver: Driver,
  connection: Connection,
  statement: Statement,
  timeoutMs: number,
  maxRows: number,
): Promise<Row[]> {
  const rows: Row[] = []
  let count = 0
  const keep = (cells: readonly Cell[]) => {
    if (++count <= maxRows) rows.push(toRow(cells))
  }
  await execute(driver, connection, statement, keep, timeoutMs)
  if (count <= maxRows) return rows
  throw new UnprocessableError(
    `The query returns more than ${maxRows} rows. Add a limit or an aggregate.`,
  )
}
