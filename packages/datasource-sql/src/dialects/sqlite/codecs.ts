import { withoutTrailing } from '@service/base'
import { canonicalDate } from '@service/datasource-toolkit'
import {
  canonicalInstant,
  decodeBytes,
  decodeInstant,
  decodeJson,
  decodeNumber,
  encodeJson,
} from '../../codecs.js'
import type { Decode, Encode } from '../../dialect.js'
import { decodeMistyped, encodeMistyped, isMistypedNumber } from './mistyped-values.js'

const encoders: Readonly<Record<string, Encode>> = {
  Binary: value => Buffer.from(value as Uint8Array),
  Boolean: value => (typeof value === 'boolean' ? BigInt(value) : encodeMistyped(value)),
  Date: value =>
    isMistypedNumber(value) ? encodeMistyped(value) : encodeMistyped(canonicalInstant(value)),
  Dateonly: encodeMistyped,
  Json: encodeJson,
  Number: encodeNumber,
  Time: encodeMistyped,
}

export const chooseEncoder = (columnType: unknown): Encode =>
  encoders[String(columnType)] ?? encodeText

/** Removes the final Z, as `comparableInstant` does. */
export function encodeComparedDate(value: unknown): unknown {
  const encoded = chooseEncoder('Date')(value)
  return typeof encoded === 'string' && PLAIN_DATE.test(encoded)
    ? encoded.replace('Z', '')
    : encoded
}

/** In a text column, only bytes are of another type. */
const encodeText: Encode = value => (isMistypedNumber(value) ? value : encodeMistyped(value))

const INFINITIES: Readonly<Record<string, number>> = {
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
}

/** Binds integers as integers: the driver would bind numbers as floating point. */
function encodeNumber(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  const text = String(value)
  if (!/^[+-]?\d+$/.test(text)) return INFINITIES[text] ?? encodeMistyped(text)
  const integer = BigInt(text)
  return BigInt.asIntN(64, integer) === integer ? integer : text
}

const decoders: Readonly<Record<string, Decode>> = {
  Binary: cell =>
    cell instanceof Uint8Array ? decodeBytes(cell) : new TextEncoder().encode(String(cell)),
  Boolean: decodeBoolean,
  Date: decodeDate,
  Dateonly: decodeDay,
  Json: cell => decodeJson(typeof cell === 'bigint' ? String(cell) : asText(cell)),
  Number: cell => (isNoNumber(cell) ? decodeMistyped(cell) : decodeNumber(cell)),
  String: decodeMistyped,
  Time: decodeTime,
  Uuid: decodeMistyped,
}

export const chooseDecoder = (columnType: unknown): Decode | undefined =>
  decoders[String(columnType)]

/** Blank text would be converted to zero. */
const isNoNumber = (cell: unknown): boolean =>
  cell instanceof Uint8Array || (typeof cell === 'string' && cell.trim() === '')

const asText = (cell: unknown): unknown =>
  cell instanceof Uint8Array ? Buffer.from(cell).toString() : cell

/** Texts that are read as true; `comparableFlag` does the same in SQL. */
export const TRUE_TEXTS = ['true', 't', 'yes', 'y', '1']
export const FALSE_TEXTS = ['false', 'f', 'no', 'n', '0']

function decodeBoolean(cell: unknown): unknown {
  if (typeof cell === 'bigint' || typeof cell === 'number') return Number(cell) !== 0
  const text = typeof cell === 'string' ? cell.toLowerCase() : ''
  if (TRUE_TEXTS.includes(text)) return true
  return FALSE_TEXTS.includes(text) ? false : decodeMistyped(cell)
}

const PLAIN_DATE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z?$/
/** Other date formats that SQLite accepts. */
const OTHER_DATE = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d\d:\d\d)?)?$/

/**
 * Dates are stored as text in several forms, as milliseconds since 1970, or as Julian day numbers.
 */
function decodeDate(cell: unknown): unknown {
  if (typeof cell !== 'string') return numberedDate(cell) ?? decodeMistyped(cell)
  if (PLAIN_DATE.test(cell)) return decodeInstant(cell)
  if (!OTHER_DATE.test(cell)) return decodeMistyped(cell)
  return canonicalDate(cell.length === 10 ? `${cell}T00:00:00Z` : cell) ?? cell
}

const DAY_TEXT = /^\d{4}-\d\d-\d\d[T ]/

function decodeDay(cell: unknown): unknown {
  if (typeof cell !== 'string') return numberedDate(cell)?.slice(0, 10) ?? decodeMistyped(cell)
  return DAY_TEXT.test(cell) ? cell.slice(0, 10) : cell
}

/** 1970-01-01 as a Julian day number, in milliseconds. */
const EPOCH = 210_866_760_000_000
const LAST_DAY = 5_373_484.5

/** Returns undefined for numbers outside the years that SQLite formats with four digits. */
function numberedDate(cell: unknown): string | undefined {
  if (typeof cell !== 'bigint' && typeof cell !== 'number') return undefined
  const isDays = typeof cell === 'number'
  if (isDays && !(cell >= 0 && cell < LAST_DAY)) return undefined
  const time = isDays ? Math.floor(cell * 86_400_000 + 0.5) - EPOCH : Number(cell)
  if (!(Math.abs(time) <= 8.64e15)) return undefined
  const text = new Date(time).toISOString()
  return text.length === 24 ? text : undefined
}

/** Decodes `07:08` as `07:08:00`, `07:08:09.500` as `07:08:09.5`. */
function decodeTime(cell: unknown): unknown {
  const text = decodeMistyped(cell)
  if (/^\d\d:\d\d$/.test(text)) return `${text}:00`
  return typeof cell === 'string' && cell.includes('.')
    ? withoutTrailing(cell, '0').replace(/\.$/, '')
    : text
}

/** Converts a value to a type the driver can bind; any other type would end the process. */
export function toParameter(value: unknown): string | number | bigint | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? Buffer.from(value) : JSON.stringify(value)
}
