import { checkConnectionOptions, checkTargetNames } from './check-options.js'
import type { DialectName, Outcome, Statement } from './database.js'
import { databaseAt, openDatabase } from './open-database.js'
import type { ConnectionOptions } from './options.js'
import { readTarget, type SqlTarget } from './read-target.js'
import { printSql, type Sql } from './sql.js'
import { findStatementNames } from './statement-names.js'

/**
 * Throws when the target or the connection options are invalid; opens nothing.
 *
 * @example
 * checkSqlTarget('postgres://user:secret@localhost:5432/audit')
 */
export function checkSqlTarget(target: SqlTarget, options: ConnectionOptions = {}): void {
  const read = readTarget(target, options)
  checkTargetNames(target)
  databaseAt(read.target)
  checkConnectionOptions(read.options)
}

/**
 * A database in which our packages store their own tables. Rows are arrays of cells, as drivers
 * return them.
 */
export interface SqlDatabase {
  readonly dialect: DialectName
  /** Whether an insert can have a returning clause. */
  readonly hasReturning: boolean
  /** Repeated once when the connection was lost. */
  read(query: Sql): Promise<Outcome>
  write(query: Sql): Promise<Outcome>
  /**
   * Prints a write once, and prepares it where the options allow it. Each call runs it with values for its
   * parameters, in their order.
   */
  prepareWrite(query: Sql): (values: readonly unknown[]) => Promise<Outcome>
  /** All statements take effect, or none. */
  transaction<T>(work: (run: (query: Sql) => Promise<Outcome>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens a database without introspecting it.
 *
 * @example
 * const database = await openSqlDatabase('postgres://user:secret@localhost:5432/audit')
 * const { rows } = await database.read(sql`select 1`)
 */
export async function openSqlDatabase(
  target: SqlTarget,
  options: ConnectionOptions = {},
): Promise<SqlDatabase> {
  checkSqlTarget(target, options)
  const read = readTarget(target, options)
  const { database, dialect } = await openDatabase(read.target, read.options)
  const print = (query: Sql): Statement => {
    const { text, parameters: values } = printSql(dialect.syntax, query)
    return { text, values }
  }
  const names = findStatementNames(databaseAt(read.target))
  return {
    dialect: dialect.name,
    hasReturning: dialect.returning === 'returning',
    read: query => database.read(print(query)),
    write: query => database.write(print(query)),
    prepareWrite: query => {
      const { text } = print(query)
      const name = read.options.preparedStatements === false ? undefined : `s${++names.count}`
      return values => database.write({ text, values, ...(name !== undefined && { name }) })
    },
    transaction: work => database.transaction(session => work(query => session.run(print(query)))),
    close: () => database.close(),
  }
}
