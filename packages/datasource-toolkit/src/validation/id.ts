import { parseJson, show, ValidationError } from '@service/base'
import type { ColumnType } from '../column-types.js'
import { bytes } from '../values/bytes.js'
import { parseValue } from '../values/parse-value.js'

interface KeyColumn {
  readonly name: string
  readonly columnType: ColumnType
  readonly alsoHolds?: RegExp
}

/** Represents a null value in an id. */
const NULL = '\\N'

/**
 * Formats a record id: the values of the primary key joined by `|`. A text that would not be one
 * segment of a URL path, or would be another route, starts with a backslash; `\N` represents null.
 *
 * @example
 * packId([12, 'fr']) // '12|fr'
 * packId(['']) // '\\'
 */
export function packId(values: readonly unknown[]): string {
  if (values.length === 1) return isNull(values[0]) ? NULL : packText(formatKeyPart(values[0]))
  return values
    .map(value => (isNull(value) ? NULL : formatKeyPart(value).replace(/[\\|]/g, '\\$&')))
    .join('|')
}

const isNull = (value: unknown): boolean => value === null || value === undefined

/**
 * Formats the record id of a primary key that is one text.
 *
 * @example
 * packText('fr') // 'fr'
 * packText('count') // '\\count'
 */
export function packText(text: string): string {
  const isTaken = text.length <= maxAcceptedLength && taken.has(text)
  return isTaken || text.charCodeAt(0) === BACKSLASH ? `\\${text}` : text
}

/** Segments that have another meaning in a URL path. */
const taken: ReadonlySet<string> = new Set(['', '.', '..', '_import', 'count'])
const maxAcceptedLength = 7
const BACKSLASH = 92

function formatKeyPart(value: unknown): string {
  if (value instanceof Uint8Array) return bytes.formatHex(value)
  return typeof value === 'object' ? JSON.stringify(value, hexadecimal) : String(value)
}

function hexadecimal(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? formatKeyPart(value) : value
}

/**
 * Parses a record id to the values of the primary key.
 *
 * @throws ValidationError when the number of values or the type of a value is wrong.
 * @example
 * unpackId([{ name: 'id', columnType: 'Number' }], '12') // [12]
 */
export function unpackId(keys: readonly KeyColumn[], id: string): unknown[] {
  const parts = keys.length === 1 ? [readOnlyPart(id)] : splitId(id)
  if (parts.length !== keys.length) {
    throw new ValidationError(
      `The id ${show(id)} has ${parts.length} parts; it needs ${keys.length}: ${keys.map(key => key.name).join('|')}.`,
    )
  }
  return keys.map((key, index) => parsePart(key, parts[index] ?? null, id))
}

function readOnlyPart(id: string): string | null {
  return id === NULL ? null : id.replace(/^\\/, '')
}

function parsePart(
  { name, columnType, alsoHolds }: KeyColumn,
  part: string | null,
  id: string,
): unknown {
  if (part === null) return null
  try {
    const isJson = typeof columnType !== 'string' || columnType === 'Point'
    return parseValue(columnType, isJson ? parseJson(part, part) : part, undefined, alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`The id ${show(id)} is wrong at '${name}': ${error.message}`, {
      cause: error,
    })
  }
}

/** Splits on `|`; a backslash makes the next character literal. */
function splitId(id: string): (string | null)[] {
  const parts: string[] = []
  let part = ''
  let isEscaped = false
  for (const character of id) {
    if (!isEscaped && character === '|') {
      parts.push(part)
      part = ''
      continue
    }
    part += character
    isEscaped = !isEscaped && character === '\\'
  }
  return [...parts, part].map(each => (each === NULL ? null : each.replace(/\\(.?)/gsu, '$1')))
}
