import type { Row } from '@service/datasource-toolkit'
import type { Outcome, Statement } from '../../database.js'
import { importDriver } from '../../import-driver.js'
import { toParameter } from './codecs.js'

/** The part of the driver that is used. Its own types leave all of it open. */
interface Driver {
  new (path: string, options: { readonly timeout: number }): DriverConnection
}

interface DriverConnection {
  readonly inTransaction: boolean
  prepare(text: string): Promise<DriverStatement>
  exec(text: string): Promise<void>
  interrupt(): void
  close(): void
}

interface DriverStatement {
  readonly reader: boolean
  raw(isRaw: boolean): DriverStatement
  safeIntegers(isSafe: boolean): DriverStatement
  columns(): readonly { readonly name: string }[]
  get(parameters: readonly unknown[]): unknown
  /**
   * Runs the statement up to its first row on a thread of the driver. Each further row, and any
   * error, comes when the rows are gone through, on the thread that does so.
   */
  iterate(parameters: readonly unknown[]): Promise<Iterable<unknown>>
}

/** How long a statement may run, and for whom. */
export interface Allowance {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** One connection. Its statements run beside the event loop, one at a time, and can be stopped. */
export interface SqliteConnection {
  run(statement: Statement, allowance: Allowance): Promise<Outcome>
  /** Rows under the names of their columns, of a statement that is quick. */
  objects(text: string, values: readonly unknown[]): Promise<Row[]>
  columnNames(text: string): Promise<readonly string[]>
  /** Runs text that ends soon: it cannot be stopped. */
  command(text: string): Promise<void>
  isInTransaction(): boolean
  /** It stopped a statement or could not, or has prepared too many: another is to take its place. */
  isSpent(): boolean
  /** Ends it when its statement has. */
  close(): void
}

const MOST_PREPARED = 500
/** A statement that has not begun does not notice that it is interrupted. */
const INTERRUPT_AGAIN_MS = 20
const STOPS_WITHIN_MS = 1_000

export async function sqliteConnector(
  path: string,
  waitForLockMs: number,
): Promise<() => Promise<SqliteConnection>> {
  const { default: driver } = await importDriver('libsql@0.5', () => import('libsql/promise'))
  const Driver = driver as unknown as Driver
  // The next versions of the driver have another interface.
  if (typeof Driver !== 'function') {
    throw new Error('SQLite needs version 0.5 of its driver: npm install libsql@0.5')
  }
  return async () => {
    const connection = new Driver(path, { timeout: waitForLockMs })
    await connection.exec('pragma foreign_keys = on')
    return toConnection(connection, path !== ':memory:')
  }
}

function toConnection(connection: DriverConnection, isReplaceable: boolean): SqliteConnection {
  // None is given up before the connection is: the garbage collector would wait, on the thread of the
  // event loop, until what the connection runs has ended.
  const prepared = new Map<string, DriverStatement>()
  let running: Promise<unknown> | undefined
  let isSpent = false

  const prepare = async (text: string, form: 'cells' | 'objects'): Promise<DriverStatement> => {
    const key = `${form} ${text}`
    const known = prepared.get(key)
    if (known) return known
    const statement = await connection.prepare(text)
    prepared.set(key, statement)
    if (prepared.size >= MOST_PREPARED) isSpent = isReplaceable
    if (form === 'objects') return statement
    statement.safeIntegers(true)
    if (statement.reader) statement.raw(true)
    return statement
  }

  /** Settles with the rows, whose search is interrupted when they are not wanted any longer. */
  const whileWanted = (
    rows: Promise<Iterable<unknown>>,
    { timeoutMs, signal }: Allowance,
  ): Promise<Iterable<unknown>> =>
    new Promise((resolve, reject) => {
      let isStopped = false
      let interrupting: NodeJS.Timeout | undefined
      let giveUp: NodeJS.Timeout | undefined
      const stop = (reasonOf: () => unknown) => {
        if (isStopped) return
        isStopped = true
        isSpent = isReplaceable
        connection.interrupt()
        interrupting = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS)
        const reason = reasonOf()
        const end = () => reject(reason)
        if (isReplaceable) giveUp = setTimeout(end, STOPS_WITHIN_MS)
        rows.then(leaveOut).then(end, end)
      }
      const onAbort = () => stop(() => signal?.reason)
      const limit = setTimeout(stop, timeoutMs, () => new StatementTimeoutError(timeoutMs))
      signal?.addEventListener('abort', onAbort)
      const settle = () => {
        clearTimeout(limit)
        clearTimeout(giveUp)
        clearInterval(interrupting)
        signal?.removeEventListener('abort', onAbort)
      }
      running = rows.then(settle, settle)
      rows.then(
        found => isStopped || resolve(found),
        error => isStopped || reject(error),
      )
    })

  return {
    async run({ text, values, decode }, allowance) {
      const isBuffered = SELECTS.test(text)
      const statement = await prepare(isBuffered ? buffered(text) : text, 'cells')
      // It may have been aborted while the statement was prepared.
      allowance.signal?.throwIfAborted()
      const found = await whileWanted(statement.iterate(values.map(toParameter)), allowance)
      const rows = [...found] as unknown[][]
      if (!statement.reader) return { rows, affected: await changes() }
      if (isBuffered) for (const cells of rows) cells.pop()
      return { rows: decode ? rows.map(decode) : rows, affected: rows.length }
    },
    async objects(text, values) {
      const statement = await prepare(text, 'objects')
      return [...(await statement.iterate(values.map(toParameter)))] as Row[]
    },
    columnNames: async text => (await prepare(text, 'objects')).columns().map(({ name }) => name),
    command: text => connection.exec(text),
    isInTransaction: () => connection.inTransaction,
    isSpent: () => isSpent,
    close() {
      const end = () => {
        connection.close()
        prepared.clear()
      }
      if (running) running.then(end)
      else end()
    },
  }

  async function changes(): Promise<number> {
    const [count] = (await prepare('select changes()', 'cells')).get([]) as [bigint]
    return Number(count)
  }
}

/** Goes to the end of rows that nobody reads: until then, their statement locks the file. */
const leaveOut = (rows: Iterable<unknown>): void => {
  for (const _ of rows);
}

/** Known by its code as what SQLite itself says of a statement that was interrupted. */
class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'
  readonly code = 'SQLITE_INTERRUPT'
  readonly rawCode = 9

  constructor(timeoutMs: number) {
    super(`The statement ran for more than ${timeoutMs} ms.`)
  }
}

const SELECTS = /^\s*select\b/i

/**
 * The rows of a query in their order, all of them found before the first is given: what finds
 * rows can only be stopped until then. The number of rows becomes their last cell.
 */
const buffered = (query: string): string => `select *, count(*) over () from (${query})`
