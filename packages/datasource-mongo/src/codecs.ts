import { ValidationError } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { canonicalNumber, parseValue, unwrapJson } from '@service/datasource-toolkit'
import { Binary, Decimal128, Long, ObjectId, UUID } from 'mongodb'
import { columnTypeOf, type ScalarKind, type StoredType } from './stored-type.js'

/** What a document holds for a canonical value, never called with null. */
type Encode = (value: unknown) => unknown
/** The canonical value of what a document holds; undefined when it does not fit the column. */
type Decode = (value: unknown) => unknown

export interface Codec {
  encode(value: unknown): unknown
  /** Null for null and for a missing field; `onDrift` hears of a value that does not fit. */
  decode(value: unknown, onDrift: () => void): unknown
}

const scalars: Readonly<Record<ScalarKind, readonly [Encode, Decode]>> = {
  string: [value => value, textOf],
  enum: [value => value, value => (typeof value === 'string' ? value : undefined)],
  day: [value => dayOf(value), value => matching(value, /^\d{4}-\d\d-\d\d$/)],
  time: [value => value, value => matching(value, /^\d\d:\d\d:\d\d(\.\d+)?$/)],
  objectId: [objectIdOf, textOf],
  key: [keyOf, keyText],
  number: [numberOf, canonicalOf],
  decimal: [value => Decimal128.fromString(String(value)), canonicalOf],
  mixedNumber: [numberOf, canonicalOf],
  boolean: [value => value, value => (typeof value === 'boolean' ? value : undefined)],
  date: [value => dateOf(value as string), dateText],
  dayAtMidnight: [
    value => dateOf(`${value}T00:00:00.000Z`),
    value => dateText(value)?.slice(0, -14),
  ],
  uuid: [value => new UUID(String(value)).toBinary(), uuidText],
  binary: [value => new Binary(value as Uint8Array), bytesOf],
  pair: [value => value, pairOf],
  geoJson: [
    value => ({ type: 'Point', coordinates: value }),
    value => pairOf((value as { coordinates?: unknown }).coordinates),
  ],
  json: [unwrapJson, toJson],
}

/** How values of a stored type are written and read. */
export function codecOf(stored: StoredType): Codec {
  const [encode, decode] = pairFor(stored)
  return {
    encode: value => (value === null || value === undefined ? null : encode(value)),
    decode(value, onDrift) {
      if (value === null || value === undefined) return null
      const decoded = decode(value)
      if (decoded !== undefined && !isDrift(stored, value)) return decoded
      onDrift()
      return decoded ?? null
    },
  }
}

/** Text columns show anything, so that a value of another type is noticed here. */
function isDrift(stored: StoredType, value: unknown): boolean {
  return stored.kind === 'string' && typeof value !== 'string'
}

function pairFor(stored: StoredType): readonly [Encode, Decode] {
  if (stored.kind === 'list') return listPair(pairFor(stored.element))
  return stored.kind === 'document' ? documentPair(stored.fields) : scalars[stored.kind]
}

function listPair([encode, decode]: readonly [Encode, Decode]): readonly [Encode, Decode] {
  const orNull = (convert: Encode) => (item: unknown) =>
    item === null || item === undefined ? null : (convert(item) ?? null)
  return [
    value => (value as unknown[]).map(orNull(encode)),
    value => (Array.isArray(value) ? value.map(orNull(decode)) : undefined),
  ]
}

/** Fields the sample did not show pass as JSON. */
function documentPair(fields: Readonly<Record<string, StoredType>>): readonly [Encode, Decode] {
  const pairs = new Map(
    Object.entries(fields).map(([name, field]) => [name, { field, pair: pairFor(field) }]),
  )
  const convert = (value: object, each: (name: string, part: unknown) => unknown) =>
    Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        part === null || part === undefined ? null : each(name, part),
      ]),
    )
  const encodePart = (name: string, part: unknown) => {
    const known = pairs.get(name)
    if (!known) return part
    return known.pair[0](parseValue(columnTypeOf(known.field) as ColumnType, part))
  }
  return [
    value => convert(value as object, encodePart),
    value =>
      isPlain(value)
        ? convert(value, (name, part) => pairs.get(name)?.pair[1](part) ?? toJson(part))
        : undefined,
  ]
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !('_bsontype' in value) &&
    !Array.isArray(value) &&
    !(value instanceof Date)
  )
}

/** Neither infinities nor years beyond what a `Date` holds would come back. */
function dateOf(text: string): Date {
  const date = new Date(text)
  if (!Number.isNaN(date.getTime())) return date
  throw new ValidationError(`'${text}' is not a date that MongoDB can hold.`)
}

function dayOf(value: unknown): unknown {
  if (/^\d{4}-/.test(String(value))) return value
  throw new ValidationError(`'${value}' is not a day that is kept as text.`)
}

function matching(value: unknown, pattern: RegExp): unknown {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

/** Text of anything: a value of another type than text reads as JSON. */
function textOf(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (value instanceof ObjectId) return value.toHexString()
  const json = toJson(value)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

const objectIdText = /^[0-9a-f]{24}$/i

function objectIdOf(value: unknown): unknown {
  const text = String(value)
  if (objectIdText.test(text)) return new ObjectId(text)
  throw new ValidationError(`'${text}' is not an ObjectId: 24 hexadecimal digits.`)
}

/**
 * Identifiers of several types share a column: what looks like an ObjectId or a number is one, and
 * a text that only looks like one is written in quotes.
 */
function keyOf(value: unknown): unknown {
  const text = String(value)
  if (objectIdText.test(text)) return new ObjectId(text)
  if (isQuoted(text)) return JSON.parse(text)
  return wholeNumber.test(text) ? Number(text) : text
}

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/
const isQuoted = (text: string) => /^"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"$/i.test(text)

function keyText(value: unknown): unknown {
  if (typeof value !== 'string') return textOf(value)
  const isPlainText = !objectIdText.test(value) && !wholeNumber.test(value) && !isQuoted(value)
  return isPlainText ? value : JSON.stringify(value)
}

const beyondNumbers: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

/** Whole numbers that a double cannot hold are longs, the rest of such texts decimals. */
function numberOf(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && Math.abs(value) >= 2 ** 31
      ? Long.fromNumber(value)
      : value
  }
  const text = String(value)
  if (beyondNumbers.has(text)) return Number(text)
  const isWhole = /^-?\d{1,19}$/.test(text)
  return isWhole && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    ? Long.fromString(text)
    : Decimal128.fromString(text)
}

function canonicalOf(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value === 'number' || typeof value === 'bigint') return canonicalNumber(value)
  const isNumber = value instanceof Long || value instanceof Decimal128
  return isNumber ? canonicalNumber(value.toString()) : undefined
}

function dateText(value: unknown): string | undefined {
  const isDate = value instanceof Date && !Number.isNaN(value.getTime())
  return isDate ? value.toISOString() : undefined
}

function uuidText(value: unknown): unknown {
  const isUuid = value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID
  return isUuid ? value.toUUID().toHexString().toLowerCase() : undefined
}

function bytesOf(value: unknown): unknown {
  return value instanceof Binary ? new Uint8Array(value.value()) : undefined
}

function pairOf(value: unknown): unknown {
  const isPair = Array.isArray(value) && value.length === 2
  return isPair && value.every(part => typeof part === 'number') ? value : undefined
}

/** JSON of any value a document can hold. */
export function toJson(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value
  if (value instanceof Date) return dateText(value) ?? null
  if (value instanceof Binary) return uuidText(value) ?? value.toString('base64')
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if ('_bsontype' in value) return canonicalOf(value) ?? String(value)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toJson(part)]))
}
