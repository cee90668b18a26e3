import { ExactNumber, ValidationError } from '@service/base'
import type { ColumnType, PrimitiveType } from '../column-types.js'
import { parseValue } from './parse-value.js'

type Document = Readonly<Record<string, unknown>>

/** Returns whether a value is a plain object: only those have JSON paths and are merged. */
export function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Pattern of dates inside documents for every database: it contains no backslash and no character
 * that drivers read as a parameter.
 */
export const documentDate =
  '([1-9][0-9]{3}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)'
export const documentInstant = `${documentDate}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,6}){0,1}(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])`

const isDate = new RegExp(`^${documentDate}$`)
const isInstant = new RegExp(`^${documentInstant}$`)
const isText = (value: unknown) => typeof value === 'string'

/** The expected JSON form of each type; any form when absent. */
const forms: Partial<Record<PrimitiveType, (value: unknown) => boolean>> = {
  Boolean: value => typeof value === 'boolean',
  Date: value => value instanceof Date || (typeof value === 'string' && isInstant.test(value)),
  Dateonly: value => typeof value === 'string' && isDate.test(value),
  Enum: isText,
  Number: value => typeof value === 'number' || value instanceof ExactNumber,
  String: isText,
  Time: isText,
  Uuid: isText,
}

/**
 * Reads a value of a type from a document; null when it is missing or of another type.
 *
 * @example
 * fromDocument('Number', 'heavy') // null
 */
export function fromDocument(columnType: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof columnType === 'string' && forms[columnType]?.(value) === false) return null
  try {
    return parseValue(columnType, value)
  } catch (error) {
    if (error instanceof ValidationError) return null
    throw error
  }
}

/**
 * Converts a value of a type to the form a document stores.
 *
 * @throws ValidationError when the value is not of the type, or a number with too many digits.
 * @example
 * toDocument('Number', '12') // 12
 */
export function toDocument(
  columnType: ColumnType,
  value: unknown,
  enumValues?: readonly string[],
): unknown {
  const parsed = parseValue(columnType, value, enumValues)
  if (columnType !== 'Number' || typeof parsed !== 'string') return parsed
  throw new ValidationError(`${parsed} has more digits than a number in a document can have.`)
}

/**
 * Returns the value at a path of a document; null where it, or an object along the path, is
 * missing.
 *
 * @example
 * valueAt({ size: { width: 3 } }, ['size', 'width']) // 3
 */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const name of path) {
    if (!isDocument(value) || !Object.hasOwn(value, name)) return null
    value = value[name]
  }
  return value ?? null
}

/**
 * Builds a document that contains only a value at a path.
 *
 * @example
 * documentOf(['size', 'width'], 3) // { size: { width: 3 } }
 */
export function buildDocument(path: readonly string[], value: unknown): Document {
  const [name = '', ...rest] = path
  return { [name]: rest.length === 0 ? value : buildDocument(rest, value) }
}

/**
 * Merges objects member by member; any other value of the patch replaces the existing one.
 *
 * @example
 * mergeDocuments({ a: { b: 1, c: 2 } }, { a: { b: 3 } }) // { a: { b: 3, c: 2 } }
 */
export function mergeDocuments(document: unknown, patch: Document): Document {
  const merged: Record<string, unknown> = isDocument(document) ? { ...document } : {}
  for (const [name, value] of Object.entries(patch)) {
    merged[name] = isDocument(value) ? mergeDocuments(merged[name], value) : value
  }
  return merged
}
