import type { Logger } from '@service/datasource-toolkit'
import type { ColumnInfo, TableInfo } from './introspection.js'

/** The declared key of a table, or the next best thing; undefined leaves the table out. */
export function choosePrimaryKey(table: TableInfo, logger: Logger): readonly string[] | undefined {
  if (table.primaryKey.length > 0) return table.primaryKey
  const kind = table.isView ? 'View' : 'Table'
  const label = `${kind} '${table.schema === undefined ? '' : `${table.schema}.`}${table.name}'`
  const key = idColumn(table) ?? shortestUniqueKey(table) ?? foreignKeyPair(table) ?? viewKey(table)
  if (!key) {
    logger(
      'Warn',
      `${label} is left out: it ${unusableKey(table)?.concat(', and has') ?? 'has no primary key,'} no column 'id' and no unique key of columns ` +
        'that are not null. Add one of these to see its records.',
    )
    return undefined
  }
  logger(
    'Warn',
    `${label} ${unusableKey(table) ?? 'has no primary key'}: ${key.map(name => `'${name}'`).join(', ')} is used instead. ` +
      'Records that share this value cannot be told apart.',
  )
  return key
}

/** A key that is declared and cannot be used is not an absent one. */
function unusableKey({ unusableKey }: TableInfo): string | undefined {
  return (
    unusableKey &&
    `has a primary key that cannot be used (its key column '${unusableKey.column}' ${unusableKey.problem})`
  )
}

function idColumn({ columns }: TableInfo): string[] | undefined {
  const id = columns.find(({ name }) => name.toLowerCase() === 'id')
  return id && [id.name]
}

function shortestUniqueKey({ columns, uniqueKeys }: TableInfo): readonly string[] | undefined {
  const required = new Set(columns.filter(({ allowNull }) => !allowNull).map(({ name }) => name))
  return uniqueKeys
    .filter(key => key.every(name => required.has(name)))
    .toSorted((a, b) => a.length - b.length)[0]
}

function foreignKeyPair({ columns, foreignKeys }: TableInfo): string[] | undefined {
  const isPair =
    columns.length === 2 &&
    columns.every(({ name }) => foreignKeys.some(key => key.columns.includes(name)))
  return isPair ? columns.map(({ name }) => name) : undefined
}

function viewKey({ isView, columns }: TableInfo): string[] | undefined {
  if (!isView) return undefined
  const first = columns.find(isComparable) ?? columns[0]
  return first && [first.name]
}

function isComparable({ columnType }: ColumnInfo): boolean {
  return typeof columnType === 'string' && columnType !== 'Json' && columnType !== 'Point'
}
