import {
  canonicalInstant,
  decodeBytes,
  decodeInstant,
  decodeJson,
  decodeNumber,
  decodeTime,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Boolean: value => (value ? 1 : 0),
  Date: value => canonicalInstant(value).replace('T', ' ').slice(0, -1),
  Json: value => JSON.stringify(value),
}

export const encoderOf = ({ columnType }: ColumnInfo): Encode =>
  encoders[String(columnType)] ?? String

const decoders: Readonly<Record<string, Decode>> = {
  Binary: decodeBytes,
  Boolean: cell => (cell instanceof Uint8Array ? cell[0] === 1 : Number(cell) !== 0),
  Date: decodeInstant,
  Json: decodeJson,
  Number: decodeNumber,
  Time: decodeTime,
}

export const decoderOf = ({ columnType }: ColumnInfo): Decode | undefined =>
  decoders[String(columnType)]

export function toParameter(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return encoders.Date?.(value)
  return typeof value === 'bigint' ? String(value) : value
}
