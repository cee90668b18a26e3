import type Libsql from 'libsql'
import type { Outcome, Statement } from '../../database.js'
import { importDriver } from '../../import-driver.js'
import { toParameter } from './codecs.js'

/**
 * Reads by unique keys, answered on the thread of the event loop: they take less time than to hand
 * them to another thread, and do not wait for a turn.
 */
export interface LookUps {
  /** Undefined: it is no such read, or the file is locked right now. */
  find(statement: Statement): Outcome | undefined
  close(): void
}

type Prepared = ReturnType<Libsql.Database['prepare']>

const MOST_KNOWN = 500
/** More are found beside the event loop. */
const MOST_ROWS = 50

/** Its connection is opened when the first text is read again. */
export async function createLookUps(path: string): Promise<LookUps> {
  const { default: Driver } = await importDriver('libsql@0.5', () => import('libsql'))
  // Another program that locks the file must not stop this one.
  const connect = () => new Driver(path, { timeout: 0 })
  let connection: Libsql.Database | undefined
  // By text: read once, not a look-up, or the statement that looks up.
  const known = new Map<string, 'once' | 'other' | Prepared>()
  let isClosed = false

  /** A text that is read once only is not worth a look at its plan. */
  const learn = (statement: Statement): Prepared | undefined => {
    const { text } = statement
    if (known.get(text) === undefined) {
      if (known.size >= MOST_KNOWN) known.clear()
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
      try {
        const prepared = typeof state === 'object' ? state : learn(statement)
        if (!prepared) return undefined
        const rows = prepared.all(values.map(toParameter)) as unknown[][]
        if (rows.length > MOST_ROWS) known.set(text, 'other')
        return { rows: decode ? rows.map(decode) : rows, affected: rows.length }
      } catch {
        // Asked again in turn, the database waits for the lock or says what is wrong.
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
  // SQLite takes an `explain` for running until it is reset, and the connection then keeps the lock
  // of whatever it reads next. `get` is the one call of the driver that resets.
  explain.get(parameters)
  return (plan as { readonly detail: string }[]).map(({ detail }) => detail)
}

/** Whether a table is searched by a key that the database itself keeps unique. */
function isUniqueSearch(connection: Libsql.Database, step: string): boolean {
  const [isSearch, index, terms = ''] = SEARCH.exec(step) ?? []
  if (!isSearch || index === undefined) return isSearch !== undefined
  const columns = connection.prepare('select name from pragma_index_info(?)').all([index])
  return terms.split(' AND ').filter(term => /^[^<>]+=\?$/.test(term)).length === columns.length
}
