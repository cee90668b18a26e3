import type Libsql from 'libsql'
import type { Outcome, Statement } from '../../database.js'
import { importDriver } from '../../import-driver.js'
import { toParameter } from './codecs.js'

/**
 * Runs reads by unique keys on the event loop: they take less time than passing them to another
 * thread, and do not wait in the queue.
 */
export interface LookUps {
  /** Returns undefined when the statement is not such a read, or the file is locked. */
  find(statement: Statement): Outcome | undefined
  close(): void
}

type Prepared = ReturnType<Libsql.Database['prepare']>

const MAX_CACHED_STATEMENTS = 500
/** Statements with more rows run outside the event loop. */
const MAX_ROWS = 50

/** The connection is opened when a statement is read for the second time. */
export async function createLookUps(path: string): Promise<LookUps> {
  const { default: Driver } = await importDriver('libsql@0.5', () => import('libsql'))
  // A file locked by another program must not block the event loop.
  const connect = () => new Driver(path, { timeout: 0 })
  let connection: Libsql.Database | undefined
  // By text: seen once, not a lookup, or the prepared lookup.
  const known = new Map<string, 'once' | 'other' | Prepared>()
  let isClosed = false
  let failed: { readonly prepared: Prepared; readonly values: Statement['values'] } | undefined

  /**
   * SQLite considers a statement that met a lock running until it runs again, and the connection
   * then keeps the lock of whatever it reads next. So no other statement runs before it.
   */
  const finishFailed = (): void => {
    if (!failed) return
    failed.prepared.all(failed.values.map(toParameter))
    failed = undefined
  }

  /** The plan of a statement is examined when it runs for the second time. */
  const prepareRepeated = (statement: Statement): Prepared | undefined => {
    const { text } = statement
    if (known.get(text) === undefined) {
      if (known.size >= MAX_CACHED_STATEMENTS) known.clear()
      known.set(text, 'once')
      return undefined
    }
    connection ??= connect()
    const own = connection
    const isUnique = readPlan(own, statement).every(step => isUniqueSearch(own, step))
    const prepared = isUnique ? own.prepare(text).safeIntegers(true).raw(true) : undefined
    known.set(text, prepared ?? 'other')
    return prepared
  }

  return {
    find(statement) {
      const { text, values, decode } = statement
      const state = known.get(text)
      if (state === 'other' || isClosed) return undefined
      let prepared: Prepared | undefined
      try {
        finishFailed()
        prepared = typeof state === 'object' ? state : prepareRepeated(statement)
        if (!prepared) return undefined
        const rows = prepared.all(values.map(toParameter)) as unknown[][]
        if (rows.length > MAX_ROWS) known.set(text, 'other')
        return { rows: decode ? rows.map(decode) : rows, affected: rows.length }
      } catch {
        if (prepared) failed = { prepared, values }
        // Run again through the queue, the statement waits for the lock or fails with the error.
        return undefined
      }
    },
    close() {
      isClosed = true
      known.clear()
      connection?.close()
    },
  }
}

const SEARCH =
  /^SEARCH \S+ USING (?:INTEGER PRIMARY KEY \(rowid=\?\)|(?:COVERING )?INDEX (sqlite_autoindex_\w+) \(([^()]+)\))(?: LEFT-JOIN)?$/

function readPlan(connection: Libsql.Database, { text, values }: Statement): readonly string[] {
  const parameters = values.map(toParameter)
  const explain = connection.prepare(`explain query plan ${text}`)
  const plan = explain.all(parameters)
  // SQLite considers an `explain` running until it is reset, and the connection then keeps the lock
  // of whatever it reads next. `get` is the only call of the driver that resets.
  explain.get(parameters)
  return (plan as { readonly detail: string }[]).map(({ detail }) => detail)
}

/** Whether a plan step searches a table by a key the database keeps unique. */
function isUniqueSearch(connection: Libsql.Database, step: string): boolean {
  const [isSearch, index, terms = ''] = SEARCH.exec(step) ?? []
  if (!isSearch || index === undefined) return isSearch !== undefined
  const columns = connection.prepare('select name from pragma_index_info(?)').all([index])
  return terms.split(' AND ').filter(term => /^[^<>]+=\?$/.test(term)).length === columns.length
}
