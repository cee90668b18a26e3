import { show, ValidationError } from '@service/base'
import type { ColumnType } from '../column-types.js'
import { MissingFieldError } from '../errors.js'
import type { Row } from '../source.js'
import { parseValue } from '../values/parse-value.js'

/** What validation needs to know about a column. */
export interface RecordColumn {
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
  readonly alsoHolds?: RegExp
  readonly allowNull: boolean
  readonly isReadOnly: boolean
  /** Null then means the default. */
  readonly hasDefault?: boolean
}

/**
 * Checks a record to be written and returns it with its values in canonical form.
 *
 * @throws ValidationError naming the first wrong field and what is allowed; `data.fields` has a
 * message for each wrong field.
 * @example
 * const columns = new Map([['total', { columnType: 'Number', allowNull: true, isReadOnly: false } as const]])
 * validateRecord({ total: '12' }, 'orders', columns) // { total: 12 }
 */
export function validateRecord(
  record: unknown,
  collection: string,
  columns: ReadonlyMap<string, RecordColumn>,
): Row {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new ValidationError(
      `A record of '${collection}' is an object of fields, not ${show(record)}.`,
    )
  }
  const entries = Object.entries(record)
  if (entries.length === 0) {
    throw new ValidationError(
      `The record of '${collection}' is empty. Its fields: ${[...columns.keys()].join(', ')}.`,
    )
  }
  const row: Row = {}
  const errors = new Map<string, ValidationError>()
  for (const [name, value] of entries) {
    const column = columns.get(name)
    if (!column) throw new MissingFieldError(collection, name, columns.keys())
    try {
      row[name] = parseField(collection, name, value, column)
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      errors.set(name, error)
    }
  }
  const [first] = errors.values()
  if (first) throw withFields(first, errors)
  return row
}

/** The first error, with the messages of all fields in its data. */
function withFields(
  { message, cause }: ValidationError,
  errors: ReadonlyMap<string, ValidationError>,
): ValidationError {
  const fields = Object.fromEntries([...errors].map(([name, error]) => [name, [error.message]]))
  return new ValidationError(message, { cause, data: { fields } })
}

function parseField(collection: string, name: string, value: unknown, column: RecordColumn) {
  if (column.isReadOnly) {
    throw new ValidationError(`'${name}' of '${collection}' is read-only.`)
  }
  if ((value ?? null) === null && !column.allowNull && !column.hasDefault) {
    throw new ValidationError(`'${name}' of '${collection}' must have a value.`)
  }
  try {
    return parseValue(column.columnType, value, column.enumValues, column.alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`'${name}' of '${collection}': ${error.message}`, { cause: error })
  }
}
