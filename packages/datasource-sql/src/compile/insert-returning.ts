import { type Sql, sql } from '../sql.js'

const names = (columns: readonly string[]): Sql => sql.join(columns.map(column => sql.id(column)))

/**
 * Compiles an insert for PostgreSQL, SQLite and MariaDB. A row without columns uses the defaults.
 */
export function insertReturning(
  table: Sql,
  columns: readonly string[],
  rows: readonly Sql[],
  read: readonly string[],
): Sql {
  const target =
    columns.length === 0
      ? sql`insert into ${table} default values`
      : sql`insert into ${table} (${names(columns)}) values ${sql.join(rows)}`
  return sql`${target} returning ${names(read)}`
}
