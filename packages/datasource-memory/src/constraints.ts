import { ConstraintError, type Row } from '@service/datasource-toolkit'
import type { Table } from './table.js'

/** Checks the rows just written against the rules of the table. */
export function checkConstraints(
  table: Table,
  rows: readonly Row[],
  written: readonly Row[],
): void {
  if (written.length === 0) return
  for (const row of written) checkNotNull(table, row)
  for (const columns of table.unique) checkUnique(table, columns, rows)
}

function checkNotNull(table: Table, row: Row): void {
  for (const [name, column] of table.columns) {
    if (!column.allowNull && row[name] === null) {
      throw new ConstraintError('notNull', `'${name}' of '${table.name}' must have a value.`, {
        columns: [name],
      })
    }
  }
}

function checkUnique(table: Table, columns: readonly string[], rows: readonly Row[]): void {
  const keys = new Set<string>()
  for (const row of rows) {
    const key = keyOf(row, columns)
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

/** Text that is equal for equal keys; undefined when a part is null, since null equals nothing. */
export function keyOf(row: Row, columns: readonly string[]): string | undefined {
  const values = columns.map(column => row[column] ?? null)
  if (values.includes(null)) return undefined
  return JSON.stringify(values.map(textOf))
}

function textOf(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
