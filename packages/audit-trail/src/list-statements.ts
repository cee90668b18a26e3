import { type Sql, sql } from '@service/datasource-sql'
import { type ColumnName, columns } from './columns.js'

/**
 * Statements of PostgreSQL for any number of rows: one list per column, so that the text is always
 * the same.
 */
export function insertLists(
  table: Sql,
  names: readonly ColumnName[],
  rows: readonly (readonly unknown[])[],
): Sql {
  const lists = toLists(names, rows)
  return sql`insert into ${table} (${toIds(names)}) select ${toValues(names)}
    from unnest(${lists}) as entry (${toIds(names)})`
}

/** Sets columns of the rows with these ids; each row begins with its id. */
export function updateLists(
  table: Sql,
  names: readonly ColumnName[],
  rows: readonly (readonly unknown[])[],
): Sql {
  const all: readonly ColumnName[] = ['id', ...names]
  const patch = names.map(name => sql`${sql.id(name)} = ${toValue(name)}`)
  return sql`update ${table} as stored set ${sql.join(patch)}
    from unnest(${toLists(all, rows)}) as entry (${toIds(all)}) where stored.id = entry.id`
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

function toLists(names: readonly ColumnName[], rows: readonly (readonly unknown[])[]): Sql {
  return sql.join(
    names.map((name, index) => {
      const type = sql.raw(listTypes[columns[name]])
      return sql`${rows.map(cells => cells[index])}::${type}`
    }),
  )
}

const toIds = (names: readonly ColumnName[]): Sql => sql.join(names.map(name => sql.id(name)))

const toValues = (names: readonly ColumnName[]): Sql => sql.join(names.map(toValue))

const toValue = (name: ColumnName): Sql =>
  sql`entry.${sql.id(name)}${sql.raw(columns[name] === 'json' ? '::json' : '')}`
