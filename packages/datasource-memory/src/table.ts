import { ValidationError } from '@service/base'
import {
  type CollectionSchema,
  type ColumnSchema,
  MissingFieldError,
  parseValue,
  type Row,
} from '@service/datasource-toolkit'
import { checkConstraints, type TableRules } from './constraints.js'
import type { MemoryCollection } from './definition.js'
import { buildSchema, readColumn } from './schema.js'

/**
 * A collection and its records. `rows` is replaced as a whole, so that a failed write changes
 * nothing.
 */
export interface Table extends TableRules {
  readonly schema: CollectionSchema
  readonly generated: ReadonlySet<string>
  rows: readonly Row[]
}

export function createTable(
  name: string,
  definition: MemoryCollection,
  isCountable: boolean,
): Table {
  const schema = buildSchema(definition, isCountable)
  const columns = new Map<string, ColumnSchema>()
  for (const [field, column] of Object.entries(schema.fields)) {
    if (column.kind === 'Column') columns.set(field, column)
  }
  const generated = [...columns.keys()].filter(
    field => readColumn(definition.columns[field] ?? 'Json').isGenerated,
  )
  const keys = schema.primaryKey.length > 0 ? [schema.primaryKey] : []
  const table: Table = {
    name,
    schema,
    columns,
    unique: [...keys, ...(definition.unique ?? [])],
    generated: new Set(generated),
    rows: [],
  }
  insertRows(table, definition.records ?? [])
  return table
}

/** Inserts all records or, when one is invalid, none; returns the complete records. */
export function insertRows(table: Table, records: readonly Row[]): Row[] {
  const next = nextNumbers(table)
  const added = records.map(record => completeRow(table, record, next))
  const rows = [...table.rows, ...added]
  checkConstraints(table, rows, added)
  table.rows = rows
  return added
}

/** Updates the rows that match; returns their number. */
export function updateRows(table: Table, matches: (row: Row) => boolean, patch: Row): number {
  const values = parseRecord(table, patch)
  const changed: Row[] = []
  const rows = table.rows.map(row => {
    if (!matches(row)) return row
    const next = { ...row, ...values }
    changed.push(next)
    return next
  })
  checkConstraints(table, rows, changed)
  table.rows = rows
  return changed.length
}

export function deleteRows(table: Table, matches: (row: Row) => boolean): number {
  const rows = table.rows.filter(row => !matches(row))
  const deleted = table.rows.length - rows.length
  table.rows = rows
  return deleted
}

type NextNumber = (column: string) => number

function nextNumbers(table: Table): NextNumber {
  const highest = new Map<string, number>()
  return column => {
    const known = highest.get(column)
    const next =
      1 + (known ?? table.rows.reduce((most, row) => Math.max(most, Number(row[column])), 0))
    highest.set(column, next)
    return next
  }
}

function completeRow(table: Table, record: Row, next: NextNumber): Row {
  const given = parseRecord(table, record)
  const row: Row = {}
  for (const [name, column] of table.columns) {
    if (given[name] !== undefined) row[name] = given[name]
    else if (table.generated.has(name)) row[name] = next(name)
    else row[name] = parseValue(column.columnType, column.defaultValue, column.enumValues)
  }
  return row
}

function parseRecord(table: Table, record: Row): Row {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const column = table.columns.get(name)
      if (!column) throw new MissingFieldError(table.name, name, table.columns.keys())
      if (value === undefined) return [name, undefined]
      return [name, parseField(table, name, column, value)]
    }),
  )
}

function parseField(table: Table, name: string, column: ColumnSchema, value: unknown): unknown {
  try {
    return parseValue(column.columnType, value, column.enumValues)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`'${name}' of '${table.name}': ${error.message}`, { cause: error })
  }
}
