import { type Sql, type SqlDatabase, sql } from '@service/datasource-sql'
import { type ColumnName, columns } from './columns.js'
import {
  type Cells,
  changedColumns,
  insertedColumns,
  readIds,
  type WriteEntries,
} from './entry-statements.js'

/**
 * One statement of PostgreSQL for any number of entries that begin and end. Each column is a list, so that the
 * text is always the same, and the server plans it once per connection.
 */
export function writeByLists(database: SqlDatabase, table: Sql): WriteEntries {
  const updated: readonly ColumnName[] = ['id', ...changedColumns]
  const patch = changedColumns.map(name => sql`${sql.id(name)} = ${toValue(name)}`)
  const run = database.prepareWrite(
    sql`with finished as (
        update ${table} set ${sql.id('status')} = 'done' where ${isListed}
      ), removed as (
        delete from ${table} where ${isListed}
      ), changed as (
        update ${table} as stored set ${sql.join(patch)}
        from ${toEntries(updated)} where stored.id = entry.id
      )
      insert into ${table} (${toIds(insertedColumns)}) select ${toValues(insertedColumns)}
      from ${toEntries(insertedColumns)} returning ${sql.id('id')}`,
  )
  return async ({ inserted, finished, changed, removed }) => {
    const lists = [
      finished,
      removed,
      ...transpose(changed, updated.length),
      ...transpose(inserted, insertedColumns.length),
    ]
    return readIds((await run(lists)).rows)
  }
}

const listTypes = {
  id: 'bigint[]',
  instant: 'timestamptz[]',
  name: 'text[]',
  text: 'text[]',
  number: 'bigint[]',
  // Lists of JSON would have to be JSON twice.
  json: 'text[]',
} as const

/**
 * A list, whose values come with each run. In a query of its own, so that PostgreSQL does not expect another
 * number of rows in each run, and plan it anew.
 */
const toList = (name: ColumnName): Sql =>
  sql`(select ${undefined}::${sql.raw(listTypes[columns[name]])})`

const isListed = sql`${sql.id('id')} = any (${toList('id')}::bigint[])`

const toEntries = (names: readonly ColumnName[]): Sql =>
  sql`unnest(${sql.join(names.map(toList))}) as entry (${toIds(names)})`

const toIds = (names: readonly ColumnName[]): Sql => sql.join(names.map(name => sql.id(name)))

const toValues = (names: readonly ColumnName[]): Sql => sql.join(names.map(toValue))

const toValue = (name: ColumnName): Sql =>
  sql`entry.${sql.id(name)}${sql.raw(columns[name] === 'json' ? '::json' : '')}`

/** Rows of cells as a list per column. */
const transpose = (rows: readonly Cells[], width: number): readonly Cells[] =>
  Array.from({ length: width }, (_, index) => rows.map(cells => cells[index]))
