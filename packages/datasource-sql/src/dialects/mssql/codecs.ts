import { withoutTrailing } from '@service/base'
import {
  canonicalInstant,
  decodeBytes,
  decodeNumber,
  decodeSingle,
  decodeTime,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'

/** Encodes values as text, which SQL Server converts to the column type with its full precision. */
export function chooseEncoder({ columnType, databaseType }: ColumnInfo): Encode {
  if (columnType === 'Date') return value => instantText(databaseType, canonicalInstant(value))
  return encoders[String(columnType)] ?? String
}

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Boolean: value => Boolean(value),
}

/** Only `datetimeoffset` accepts an offset; `datetime` rejects more than three fraction digits. */
function instantText(databaseType: string, canonical: string): string {
  if (databaseType === 'datetimeoffset') return canonical
  const naive = canonical.slice(0, -1)
  return databaseType === 'datetime' || databaseType === 'smalldatetime'
    ? naive.slice(0, '2020-01-01T00:00:00.000'.length)
    : naive
}

/** Chooses how a value from tedious is decoded; undefined when it is already canonical. */
export function chooseDecoder({ columnType, databaseType }: ColumnInfo): Decode | undefined {
  if (databaseType === 'real') return decodeSingle
  if (isPaddedText(databaseType)) return cell => withoutTrailing(String(cell), ' ')
  return decoders[String(columnType)]
}

const decoders: Readonly<Record<string, Decode>> = {
  Binary: decodeBytes,
  Date: decodeDate,
  Dateonly: cell => decodeDate(cell).slice(0, 10),
  Number: decodeNumber,
  Time: cell => decodeTime(decodeDate(cell).slice(11, -1)),
  Uuid: cell => String(cell).toLowerCase(),
}

/** `char` and `nchar` values are padded with blanks, which their comparisons ignore. */
export const isPaddedText = (databaseType: string): boolean =>
  databaseType === 'char' || databaseType === 'nchar'

/**
 * A date from tedious, which has the fraction below a millisecond in a separate property, in
 * seconds.
 */
type FineDate = Date & { readonly nanosecondsDelta?: number }

function decodeDate(cell: unknown): string {
  const date = cell as FineDate
  const text = date.toISOString()
  const micros = Math.round((date.nanosecondsDelta ?? 0) * 1e7) / 10
  if (micros < 1) return text
  return `${text.slice(0, -1)}${String(Math.floor(micros)).padStart(3, '0')}Z`
}
