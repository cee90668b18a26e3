import type { Row } from '@service/datasource-toolkit'
import type { Outcome, Statement } from '../../database.js'
import { importDriver } from '../../import-driver.js'
import { toParameter } from './codecs.js'

/** The members of the driver that are used; its own types do not describe them. */
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
   * Runs the statement up to its first row on a thread of the driver. Later rows, and errors, are
   * produced while iterating, on the iterating thread.
   */
  iterate(parameters: readonly unknown[]): Promise<Iterable<unknown>>
}

/** How long a statement may run, and the signal that aborts it. */
export interface StatementLimits {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * One connection. Its statements run outside the event loop, one at a time, and can be interrupted.
 */
export interface SqliteConnection {
  run(statement: Statement, allowance: StatementLimits): Promise<Outcome>
  /** Returns rows with column names; only for statements that are fast. */
  objects(text: string, values: readonly unknown[]): Promise<Row[]>
  columnNames(text: string): Promise<readonly string[]>
  /** Runs a short command, which cannot be interrupted. */
  command(text: string): Promise<void>
  isInTransaction(): boolean
  /**
   * Whether it interrupted a statement, failed to, or has prepared too many, so that a new one must
   * replace it.
   */
  needsReplacement(): boolean
  /** Closes the connection when its statement has ended. */
  close(): void
}

const MAX_PREPARED = 500
/** A statement that has not started ignores an interrupt, so it is repeated at this interval. */
const INTERRUPT_AGAIN_MS = 20
const STOPS_WITHIN_MS = 1_000

export async function sqliteConnector(
  path: string,
  waitForLockMs: number,
): Promise<() => Promise<SqliteConnection>> {
  const { default: driver } = await importDriver('libsql@0.5', () => import('libsql/promise'))
  const Driver = driver as unknown as Driver
  // Later versions of the driver have a different interface.
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
  // Statements are kept until the connection is closed: otherwise the garbage collector would block
  // the event loop until the running statement has ended.
  const prepared = new Map<string, DriverStatement>()
  let running: Promise<unknown> | undefined
  let needsReplacement = false

  const prepare = async (text: string, form: 'cells' | 'objects'): Promise<DriverStatement> => {
    const key = `${form} ${text}`
    const known = prepared.get(key)
    if (known) return known
    const statement = await connection.prepare(text)
    prepared.set(key, statement)
    if (prepared.size >= MAX_PREPARED) needsReplacement = isReplaceable
    if (form === 'objects') return statement
    statement.safeIntegers(true)
    if (statement.reader) statement.raw(true)
    return statement
  }

  /** Settles with the rows; the statement is interrupted when they are no longer needed. */
  const whileWanted = (
    rows: Promise<Iterable<unknown>>,
    { timeoutMs, signal }: StatementLimits,
  ): Promise<Iterable<unknown>> =>
    new Promise((resolve, reject) => {
      let isStopped = false
      let interrupting: NodeJS.Timeout | undefined
      let giveUp: NodeJS.Timeout | undefined
      const stop = (readReason: () => unknown) => {
        if (isStopped) return
        isStopped = true
        needsReplacement = isReplaceable
        connection.interrupt()
        interrupting = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS)
        const reason = readReason()
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
      // The signal may have been aborted while the statement was prepared.
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
    needsReplacement: () => needsReplacement,
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

/**
 * Reads the remaining rows without using them, because the statement locks the file until its end.
 */
const leaveOut = (rows: Iterable<unknown>): void => {
  for (const _ of rows);
}

/** Has the code that SQLite uses for an interrupted statement. */
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
 * Makes SQLite find all rows before it returns the first, because a statement can only be
 * interrupted until then. The number of rows becomes the last cell.
 */
const buffered = (query: string): string => `select *, count(*) over () from (${query})`
