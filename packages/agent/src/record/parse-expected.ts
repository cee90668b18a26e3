import { isObject, ValidationError } from '@service/base'
import { parseValue, type Row } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { viewField } from '../query/view-path.js'
import { decodeBytes } from '../serialise/binary.js'

/**
 * Parses the values that fields must still have: `{"status":"open"}` with exported names, in the form
 * of lists. Returns a row with internal names; undefined when nothing is expected. The caller must be
 * allowed to read each field.
 */
export function parseExpected(
  collection: CollectionModel,
  expect: unknown,
  access: Access,
): Row | undefined {
  if (expect === undefined) return undefined
  if (!isObject(expect)) {
    throw new ValidationError(
      '\'data.meta.expect\' must be an object of fields and values, like {"status":"open"}.',
    )
  }
  const entries = Object.entries(expect)
  if (entries.length === 0) return undefined
  access.require('read', collection)
  const row: Row = {}
  for (const [name, value] of entries) {
    const field = viewField(collection, name, access)
    if (field.kind !== 'Column') {
      throw new ValidationError(
        `'${name}' of '${collection.name}' is a relation: 'data.meta.expect' takes columns only.`,
      )
    }
    row[field.name] = parseShown(name, field, value)
  }
  return row
}

/** Not limited to the values of an enum: a column may contain others, and lists show them. */
function parseShown(name: string, { columnType, alsoHolds }: ColumnModel, value: unknown): unknown {
  try {
    return decodeBytes(columnType, parseValue(columnType, value, undefined, alsoHolds))
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`'data.meta.expect.${name}': ${error.message}`, { cause: error })
  }
}
