import { withoutTrailing } from '@service/base'
import { type ColumnType, isListWithin } from '@service/datasource-toolkit'
import {
  canonicalInstant,
  decodeJson,
  decodeNumber,
  decodeNumberText,
  decodeTime,
  encodeJson,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { parseArray, printArray } from './array-literal.js'
import { decodeDay, decodeMoment, encodeEra } from './era.js'

/** Chooses the encoder of canonical values to the text PostgreSQL parses. */
export function chooseEncoder(columnType: ColumnType): Encode {
  if (Array.isArray(columnType)) {
    const type = innermost(columnType)
    return value => printArray(encodeList(value as readonly unknown[], type, chooseEncoder(type)))
  }
  return encoders[String(columnType)] ?? String
}

function encodeList(values: readonly unknown[], type: ColumnType, encode: Encode): unknown[] {
  return values.map(value => {
    if (value === null) return null
    return isListWithin(type, value) ? encodeList(value, type, encode) : encode(value)
  })
}

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Date: value => encodeEra(canonicalInstant(value)),
  Dateonly: value => encodeEra(String(value)),
  Json: encodeJson,
  Point: value => `(${(value as readonly unknown[]).join(',')})`,
}

/**
 * Chooses the decoder of PostgreSQL's text to canonical form; undefined when it is already
 * canonical.
 */
export function chooseDecoder({ columnType, databaseType }: ColumnInfo): Decode | undefined {
  if (Array.isArray(columnType)) {
    const type = columnType[0] as ColumnType
    const element = Array.isArray(type) ? decoders[String(innermost(type))] : decoders[String(type)]
    return cell => parseArray(cell as string, text => (element ? element(text) : text))
  }
  // Trailing blanks of char(n) are padding, which its comparisons ignore.
  if (isPaddedText(databaseType)) return withoutPadding
  return decoders[String(columnType)]
}

function withoutPadding(cell: unknown): string {
  const text = cell as string
  return text.endsWith(' ') ? withoutTrailing(text, ' ') : text
}

/**
 * Chooses the decoder that leaves numbers as text. PostgreSQL formats integers as JavaScript does.
 */
export function chooseTextDecoder(column: ColumnInfo): Decode | undefined {
  if (column.columnType !== 'Number') return chooseDecoder(column)
  return WHOLE_NUMBERS.has(column.databaseType) ? undefined : decodeNumberText
}

const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint'])

export const innermost = (type: ColumnType): ColumnType =>
  Array.isArray(type) ? innermost(type[0] as ColumnType) : type

export const isPaddedText = (databaseType: string): boolean =>
  /^(character\(|character$|bpchar)/.test(databaseType)

const decoders: Readonly<Record<string, Decode>> = {
  Binary: cell => new Uint8Array(Buffer.from((cell as string).slice(2), 'hex')),
  Boolean: cell => cell === 't',
  Date: decodeMoment,
  Dateonly: decodeDay,
  Json: decodeJson,
  Number: decodeNumber,
  Point: cell => (cell as string).slice(1, -1).split(',').map(decodeNumber),
  Time: decodeTime,
}

/** Converts a value to what the wire protocol accepts: text, bytes or null. */
export function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return printArray(value)
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
