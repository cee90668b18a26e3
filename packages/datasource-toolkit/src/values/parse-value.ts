import { ExactNumber, show, ValidationError } from '@service/base'
import type { ColumnType, PrimitiveType } from '../column-types.js'
import { bytes } from './bytes.js'
import { canonicalNumber } from './decimal.js'
import { canonicalDate, canonicalDay } from './instant.js'
import { isListWithin } from './list-within.js'
import { canonicalTime } from './time.js'

/** Returns the canonical form, or undefined when the value is not of the type. */
type Parse = (value: unknown, enumValues?: readonly string[]) => unknown

/**
 * Returns the canonical form of a value received for a column; null stays null, and a text that the
 * column can contain besides the values of its type stays unchanged.
 *
 * @throws ValidationError when the value is not of the type.
 * @example
 * parseValue('Number', '12') // 12
 */
export function parseValue(
  columnType: ColumnType,
  value: unknown,
  enumValues?: readonly string[],
  alsoHolds?: RegExp,
): unknown {
  if (value === null || value === undefined) return null
  // Letter case is significant where a column can contain any text.
  if (columnType === 'Uuid' && typeof value === 'string' && alsoHolds?.test(value)) return value
  const parsed = parseNotNull(columnType, value, enumValues, alsoHolds)
  if (parsed !== undefined) return parsed
  if (typeof value === 'string' && typeof columnType === 'string' && alsoHolds?.test(value)) {
    return value
  }
  throw new ValidationError(
    `${show(value)} is not ${describeType(columnType)}${allowed(columnType, enumValues)}.`,
  )
}

function parseNotNull(
  columnType: ColumnType,
  value: unknown,
  enumValues?: readonly string[],
  alsoHolds?: RegExp,
) {
  if (typeof columnType === 'string') return parsers[columnType](value, enumValues)
  if (Array.isArray(columnType))
    return parseList(columnType[0] as ColumnType, value, enumValues, alsoHolds)
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/** The maximum number of dimensions of a database array. */
const maxDimensions = 6

function parseList(
  element: ColumnType,
  value: unknown,
  enumValues?: readonly string[],
  alsoHolds?: RegExp,
  dimension = 1,
): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map(item =>
    dimension < maxDimensions && isListWithin(element, item)
      ? parseList(element, item, enumValues, alsoHolds, dimension + 1)
      : parseValue(element, item, enumValues, alsoHolds),
  )
}

const parsers: Readonly<Record<PrimitiveType, Parse>> = {
  Binary: parseBinary,
  Boolean: parseBoolean,
  Date: value => (isDateLike(value) ? canonicalDate(value) : undefined),
  Dateonly: parseDateonly,
  Enum: (value, enumValues) => {
    if (typeof value !== 'string') return undefined
    return !enumValues || enumValues.includes(value) ? value : undefined
  },
  File: parseText,
  Json: value => value,
  Number: parseNumber,
  Point: parsePoint,
  String: parseText,
  Time: value => (typeof value === 'string' ? canonicalTime(value) : undefined),
  Uuid: parseUuid,
}

function isDateLike(value: unknown): value is string | Date {
  return typeof value === 'string' || value instanceof Date
}

function parseText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (value instanceof ExactNumber) return value.text
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function parseNumber(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(value)
  if (value instanceof ExactNumber) return canonicalNumber(value.text)
  return typeof value === 'string' ? canonicalNumber(value) : undefined
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
}

function parseBoolean(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  const isText = typeof value === 'string' || typeof value === 'number'
  const text = String(value).toLowerCase()
  return isText && Object.hasOwn(booleans, text) ? booleans[text] : undefined
}

function parseDateonly(value: unknown): unknown {
  if (value instanceof Date) return canonicalDate(value)?.slice(0, -14)
  return typeof value === 'string' ? canonicalDay(value) : undefined
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function parseUuid(value: unknown): unknown {
  return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined
}

function parsePoint(value: unknown): unknown {
  const parts = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(parts) || parts.length !== 2) return undefined
  const point = parts.map(parseNumber)
  return point.includes(undefined) ? undefined : point
}

/** Accepts bytes, a data URI or hexadecimal digits. */
function parseBinary(value: unknown): unknown {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string') return undefined
  const dataUri = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(value)
  if (dataUri) return bytes.parseBase64(dataUri[1] as string)
  if (!/^(?:[0-9a-f]{2})*$/i.test(value)) return undefined
  return bytes.parseHex(value)
}

const examples: Readonly<Record<PrimitiveType, string>> = {
  Binary: 'binary (a data URI or hexadecimal digits)',
  Boolean: 'a Boolean (true or false)',
  Date: 'a Date with time, such as 2024-01-31T12:00:00.000Z',
  Dateonly: 'a Dateonly, such as 2024-01-31',
  Enum: 'a value of the Enum',
  File: 'a File',
  Json: 'Json',
  Number: 'a Number',
  Point: 'a Point, such as [1.5, 2]',
  String: 'a String',
  Time: 'a Time, such as 12:30:00',
  Uuid: 'a Uuid',
}

function describeType(columnType: ColumnType): string {
  if (typeof columnType === 'string') return examples[columnType]
  return Array.isArray(columnType) ? 'a list' : 'an object'
}

function allowed(columnType: ColumnType, enumValues?: readonly string[]): string {
  return columnType === 'Enum' && enumValues ? `. Allowed: ${enumValues.join(', ')}` : ''
}
