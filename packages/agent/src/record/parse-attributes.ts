import { ValidationError } from '@service/base'
import {
  type ColumnType,
  type RecordColumn,
  type Row,
  validateRecord,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { missingField } from '../query/view-path.js'
import { decodeBytes } from '../serialise/binary.js'
import { requireEditable } from './require-editable.js'

const writableColumns = new WeakMap<CollectionModel, ReadonlyMap<string, RecordColumn>>()

/**
 * Parses attributes with exported names to a row with internal names. Checks each value against its
 * column, which the caller must be allowed to write.
 */
export function parseAttributes(
  collection: CollectionModel,
  attributes: Readonly<Record<string, unknown>>,
  access: Access,
): Row {
  const names = Object.keys(attributes)
  if (names.length === 0) return {}
  for (const name of names) {
    const field = collection.view.get(name)
    if (field?.kind === 'Column') requireEditable(access, collection, field)
    else throw missingField(collection, name, access, known => known.kind === 'Column')
  }
  const row: Row = {}
  const values = validateRecord(attributes, collection.name, indexColumns(collection))
  for (const [name, value] of Object.entries(values)) {
    const field = collection.view.get(name)!
    row[field.name] = field.kind === 'Column' ? decoded(name, field.columnType, value) : value
  }
  return row
}

/** Decodes bytes that were sent as text, also inside lists and objects. */
function decoded(name: string, columnType: ColumnType, value: unknown): unknown {
  try {
    return decodeBytes(columnType, value)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const message = `'${name}': ${error.message}`
    throw new ValidationError(message, { cause: error, data: { fields: { [name]: [message] } } })
  }
}

function indexColumns(collection: CollectionModel): ReadonlyMap<string, RecordColumn> {
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
