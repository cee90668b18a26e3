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
  /** A write whose text is one of a few: it is prepared where the options allow it. */
  writePrepared(query: Sql): Promise<Outcome>
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
  const nameByText = new Map<string, string>()
  const findName = (text: string): string => {
    const name = nameByText.get(text) ?? `s${++names.count}`
    nameByText.set(text, name)
    return name
  }
  return {
    dialect: dialect.name,
    hasReturning: dialect.returning === 'returning',
    read: query => database.read(print(query)),
    write: query => database.write(print(query)),
    writePrepared: query => {
      const statement = print(query)
      if (read.options.preparedStatements === false) return database.write(statement)
      return database.write({ ...statement, name: findName(statement.text) })
    },
    transaction: work => database.transaction(session => work(query => session.run(print(query)))),
    close: () => database.close(),
  }
}
