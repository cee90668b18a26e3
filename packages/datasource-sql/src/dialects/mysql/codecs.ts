import {
  canonicalInstant,
  decodeBytes,
  decodeInstant,
  decodeJson,
  decodeNumber,
  decodeSingle,
  decodeTime,
  encodeJson,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Boolean: value => (value ? 1 : 0),
  Date: value => canonicalInstant(value).replace(/^\+00/, '').replace('T', ' ').replace('Z', ''),
  Dateonly: value => String(value).replace(/^\+00/, ''),
  Json: encodeJson,
}

export function chooseEncoder({ columnType, databaseType }: ColumnInfo): Encode {
  return encodersOfDatabase[databaseType] ?? encoders[String(columnType)] ?? String
}

/** Encoders for values that the database parses differently from how it returns them. */
const encodersOfDatabase: Readonly<Record<string, Encode>> = {
  // In a comparison, the decimal text of a single-precision number is a different number.
  float: value => String(Math.fround(Number(value)) || value),
  // A single digit would be read as a year of this century.
  year: value => String(value).padStart(4, '0'),
}

const decoders: Readonly<Record<string, Decode>> = {
  Binary: decodeBytes,
  Boolean: cell => (cell instanceof Uint8Array ? cell[0] === 1 : Number(cell) !== 0),
  Date: decodeDate,
  Json: decodeJson,
  Number: decodeNumber,
  Time: decodeTime,
}

export const chooseDecoder = ({ columnType, databaseType }: ColumnInfo): Decode | undefined =>
  databaseType === 'float' ? decodeSingle : decoders[String(columnType)]

/** A date whose month or day is zero is not an instant and stays as it is. */
function decodeDate(cell: unknown): unknown {
  const text = cell as string
  return text.startsWith('00', 5) || text.startsWith('00', 8) ? text : decodeInstant(text)
}

export function toParameter(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return encoders.Date?.(value)
  return typeof value === 'bigint' ? String(value) : value
}
