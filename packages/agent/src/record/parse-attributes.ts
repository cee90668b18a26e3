import {
  type Call,
  evaluate,
  type RecordColumn,
  type Row,
  UnprocessableError,
  ValidationError,
  type ValidationRule,
  validateRecord,
} from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '@service/engine'
import { exportedName } from '../query/view-path.js'

const writableColumns = new WeakMap<CollectionModel, ReadonlyMap<string, RecordColumn>>()

/** Attributes of exported names as a row of internal ones, each value checked against its column. */
export function parseAttributes(
  collection: CollectionModel,
  attributes: Readonly<Record<string, unknown>>,
): Row {
  if (Object.keys(attributes).length === 0) return {}
  const row: Row = {}
  const values = validateRecord(attributes, collection.name, recordColumns(collection))
  for (const [name, value] of Object.entries(values)) {
    row[collection.view.get(name)!.name] = value
  }
  return row
}

/** Throws 400 when a value breaks a rule of its column. */
export function checkRules(collection: CollectionModel, row: Row, call: Call): void {
  for (const name of Object.keys(row)) {
    const column = collection.fields.get(name)
    if (column?.kind === 'Column') checkColumn(collection, column, row, call)
  }
}

/** For a new record, rules also hold for columns that were not given and have no default. */
export function checkNewRecord(collection: CollectionModel, row: Row, call: Call): void {
  for (const column of collection.fields.values()) {
    if (column.kind !== 'Column' || column.checks.length === 0) continue
    if (row[column.name] === undefined && column.hasDefault) continue
    checkColumn(collection, column, row, call)
  }
}

/** Throws 422 on a collection that cannot be written at all, such as a view. */
export function requireWritable(collection: CollectionModel): void {
  if (!collection.isReadOnly) return
  throw new UnprocessableError(`'${collection.name}' is read-only: its records cannot be written.`)
}

function checkColumn(collection: CollectionModel, column: ColumnModel, row: Row, call: Call): void {
  const value = row[column.name] ?? null
  for (const rule of column.checks) {
    if (holds(rule, column, value, call)) continue
    throw new ValidationError(
      `'${exportedName(column)}' of '${collection.name}' breaks the rule: ${printRule(rule)}.`,
    )
  }
}

function holds(rule: ValidationRule, column: ColumnModel, value: unknown, call: Call): boolean {
  if (value === null) return rule.operator !== 'Present'
  // To a column that cannot be null, an empty text is a value.
  if (rule.operator === 'Present' && !column.allowNull) return true
  const leaf = { field: 'value', operator: rule.operator, value: rule.value }
  return evaluate(leaf, { value }, () => column.columnType, call)
}

function printRule({ operator, value }: ValidationRule): string {
  if (value === undefined || value === null) return operator
  return `${operator} ${value instanceof RegExp ? value : JSON.stringify(value)}`
}

function recordColumns(collection: CollectionModel): ReadonlyMap<string, RecordColumn> {
  const known = writableColumns.get(collection)
  if (known !== undefined) return known
  const columns = new Map<string, RecordColumn>()
  for (const [name, column] of collection.view) {
    if (column.kind === 'Column') {
      columns.set(name, { ...column, isReadOnly: column.write.kind === 'none' })
    }
  }
  writableColumns.set(collection, columns)
  return columns
}
