import {
  type ColumnSchema,
  ConstraintError,
  type KeyText,
  keyText,
  type Row,
} from '@service/datasource-toolkit'

/** The constraints of a table. */
export interface TableRules {
  readonly name: string
  readonly columns: ReadonlyMap<string, ColumnSchema>
  readonly unique: readonly (readonly string[])[]
}

/** Checks new rows against the constraints of the table. */
export function checkConstraints(
  table: TableRules,
  rows: readonly Row[],
  written: readonly Row[],
): void {
  if (written.length === 0) return
  for (const row of written) checkNotNull(table, row)
  for (const columns of table.unique) checkUnique(table, columns, rows)
}

function checkNotNull(table: TableRules, row: Row): void {
  for (const [name, column] of table.columns) {
    if (!column.allowNull && row[name] === null) {
      throw new ConstraintError('notNull', `'${name}' of '${table.name}' must have a value.`, {
        columns: [name],
      })
    }
  }
}

function checkUnique(table: TableRules, columns: readonly string[], rows: readonly Row[]): void {
  const formatKey = createKeyFormatter(table, columns)
  const keys = new Set<string>()
  for (const row of rows) {
    const key = formatKey(columns.map(name => row[name]))
    if (key === undefined) continue
    if (keys.has(key)) {
      throw new ConstraintError(
        'unique',
        `Another record of '${table.name}' already has this ${columns.join(', ')}.`,
        { columns },
      )
    }
    keys.add(key)
  }
}

/** Creates a function that formats keys of these columns for comparison. */
export function createKeyFormatter(table: TableRules, columns: readonly string[]): KeyText {
  return keyText(columns.map(name => table.columns.get(name)?.columnType ?? 'Json'))
}
