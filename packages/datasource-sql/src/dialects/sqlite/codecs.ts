import {
  canonicalInstant,
  decodeBytes,
  decodeInstant,
  decodeJson,
  decodeNumber,
  decodeTime,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Boolean: value => (value ? 1n : 0n),
  Date: canonicalInstant,
  Json: value => JSON.stringify(value),
  Number: encodeNumber,
}

export const encoderOf = (columnType: unknown): Encode => encoders[String(columnType)] ?? String

/** Whole numbers as integers: the driver binds numbers as floating point. */
function encodeNumber(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  const text = String(value)
  if (!/^[+-]?\d+$/.test(text)) return text
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : text
}

const decoders: Readonly<Record<string, Decode>> = {
  Binary: cell =>
    typeof cell === 'object' ? decodeBytes(cell) : new TextEncoder().encode(String(cell)),
  Boolean: cell => (typeof cell === 'string' ? /^(t|true|1)$/i.test(cell) : Number(cell) !== 0),
  Date: decodeDate,
  Dateonly: cell => (typeof cell === 'string' ? cell.slice(0, 10) : decodeDate(cell).slice(0, 10)),
  Json: cell => (typeof cell === 'bigint' ? decodeNumber(cell) : decodeJson(asText(cell))),
  Number: cell => (typeof cell === 'object' ? textOf(cell) : decodeNumber(cell)),
  String: textOf,
  Time: cell => decodeTime(textOf(cell)),
  Uuid: textOf,
}

export const decoderOf = (columnType: unknown): Decode | undefined => decoders[String(columnType)]

/** Any column may hold a value of any type. */
function textOf(cell: unknown): string {
  return String(asText(cell))
}

function asText(cell: unknown): unknown {
  return cell instanceof Uint8Array ? Buffer.from(cell).toString() : cell
}

const USUAL_DATE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z?$/

/** Dates are kept as text in several forms, or as milliseconds since 1970. */
function decodeDate(cell: unknown): string {
  if (typeof cell !== 'string') {
    const date = new Date(typeof cell === 'object' ? Number.NaN : Number(cell))
    return Number.isNaN(date.getTime()) ? textOf(cell) : date.toISOString()
  }
  if (USUAL_DATE.test(cell)) return String(decodeInstant(cell))
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return `${cell}T00:00:00.000Z`
  const time = Date.parse(cell)
  return Number.isNaN(time) ? cell : new Date(time).toISOString()
}

/** The only types the driver binds; anything else would end the process. */
export function toParameter(value: unknown): string | number | bigint | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? Buffer.from(value) : JSON.stringify(value)
}
