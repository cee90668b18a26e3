import type { ColumnType } from '../column-types.js'
import { ValidationError } from '../errors.js'
import { preview } from '../preview.js'
import { parseValue } from '../values/parse-value.js'

interface KeyColumn {
  readonly name: string
  readonly columnType: ColumnType
}

/**
 * The id of a record on the wire: the values of its primary key joined by `|`.
 *
 * @example
 * packId([12, 'fr']) // '12|fr'
 */
export function packId(values: readonly unknown[]): string {
  const texts = values.map(textOf)
  if (texts.length === 1) return texts[0] as string
  return texts.map(text => text.replace(/[\\|]/g, '\\$&')).join('|')
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The values of a primary key from an id on the wire.
 *
 * @throws ValidationError when the number of parts or the type of one is wrong.
 * @example
 * unpackId([{ name: 'id', columnType: 'Number' }], '12') // [12]
 */
export function unpackId(keys: readonly KeyColumn[], id: string): unknown[] {
  const parts = keys.length === 1 ? [id] : splitId(id)
  if (parts.length !== keys.length) {
    throw new ValidationError(
      `The id ${preview(id)} has ${parts.length} parts; it needs ${keys.length}: ${keys.map(key => key.name).join('|')}.`,
    )
  }
  return keys.map((key, index) => parsePart(key, parts[index] as string, id))
}

function parsePart({ name, columnType }: KeyColumn, part: string, id: string): unknown {
  try {
    return parseValue(columnType, part)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`The id ${preview(id)} is wrong at '${name}': ${error.message}`, {
      cause: error,
    })
  }
}

/** Splits on `|`; a backslash makes the next character literal. */
function splitId(id: string): string[] {
  const parts: string[] = []
  let part = ''
  let isEscaped = false
  for (const character of id) {
    if (!isEscaped && character === '\\') isEscaped = true
    else if (!isEscaped && character === '|') {
      parts.push(part)
      part = ''
    } else {
      part += character
      isEscaped = false
    }
  }
  return [...parts, part]
}
