import { ValidationError } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { canonicalNumber, parseValue, unwrapJson } from '@service/datasource-toolkit'
import { Binary, Decimal128, Long, ObjectId, UUID } from 'mongodb'
import { type ScalarKind, type StoredType, toColumnType } from './stored-type.js'

/** Encodes a canonical value for a document. Never called with null. */
type Encode = (value: unknown) => unknown
/**
 * Decodes a value of a document to canonical form; undefined when it is not of the column's type.
 */
type Decode = (value: unknown) => unknown

export interface Codec {
  encode(value: unknown): unknown
  /**
   * Returns null for null and for a missing field; calls `onDrift` for a value that is not of the
   * column's type.
   */
  decode(value: unknown, onDrift: () => void): unknown
}

const scalars: Readonly<Record<ScalarKind, readonly [Encode, Decode]>> = {
  string: [value => value, toText],
  enum: [value => value, value => (typeof value === 'string' ? value : undefined)],
  day: [value => requireDay(value), value => matching(value, /^\d{4}-\d\d-\d\d$/)],
  time: [value => value, value => matching(value, /^\d\d:\d\d:\d\d(\.\d+)?$/)],
  objectId: [parseObjectId, toText],
  key: [parseKey, keyText],
  number: [toStoredNumber, toCanonicalNumber],
  decimal: [value => Decimal128.fromString(String(value)), toCanonicalNumber],
  mixedNumber: [toStoredNumber, toCanonicalNumber],
  boolean: [value => value, value => (typeof value === 'boolean' ? value : undefined)],
  date: [value => parseDate(value as string), dateText],
  dayAtMidnight: [
    value => parseDate(`${value}T00:00:00.000Z`),
    value => dateText(value)?.slice(0, -14),
  ],
  uuid: [value => new UUID(String(value)).toBinary(), uuidText],
  binary: [value => new Binary(value as Uint8Array), toBytes],
  pair: [value => value, toPair],
  geoJson: [
    value => ({ type: 'Point', coordinates: value }),
    value => toPair((value as { coordinates?: unknown }).coordinates),
  ],
  json: [unwrapJson, toJson],
}

/** Creates the encoder and decoder of a stored type. */
export function createCodec(stored: StoredType): Codec {
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

/** Text columns accept any value, so a value of another type is detected here. */
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

/** Fields that were not in the sample are treated as JSON. */
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
    return known.pair[0](parseValue(toColumnType(known.field) as ColumnType, part))
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

/** Infinities and years outside the range of a `Date` could not be read back. */
function parseDate(text: string): Date {
  const date = new Date(text)
  if (!Number.isNaN(date.getTime())) return date
  throw new ValidationError(`'${text}' is not a date that MongoDB can store.`)
}

function requireDay(value: unknown): unknown {
  if (/^\d{4}-/.test(String(value))) return value
  throw new ValidationError(`'${value}' is not a day (YYYY-MM-DD) that can be stored as text.`)
}

function matching(value: unknown, pattern: RegExp): unknown {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

/** Converts any value to text: a value that is not text becomes JSON. */
function toText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (value instanceof ObjectId) return value.toHexString()
  const json = toJson(value)
  return typeof json === 'string' ? json : JSON.stringify(json)
}

const objectIdText = /^[0-9a-f]{24}$/i

function parseObjectId(value: unknown): unknown {
  const text = String(value)
  if (objectIdText.test(text)) return new ObjectId(text)
  throw new ValidationError(`'${text}' is not an ObjectId: 24 hexadecimal digits.`)
}

/**
 * A key column can contain identifiers of several types: text that looks like an ObjectId or a
 * number is stored as one, and text that only looks like one must be given in quotes.
 */
function parseKey(value: unknown): unknown {
  const text = String(value)
  if (objectIdText.test(text)) return new ObjectId(text)
  if (isQuoted(text)) return JSON.parse(text)
  return wholeNumber.test(text) ? Number(text) : text
}

const wholeNumber = /^(?:0|-?[1-9]\d{0,14})$/
const isQuoted = (text: string) => /^"(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"$/i.test(text)

function keyText(value: unknown): unknown {
  if (typeof value !== 'string') return toText(value)
  const isPlainText = !objectIdText.test(value) && !wholeNumber.test(value) && !isQuoted(value)
  return isPlainText ? value : JSON.stringify(value)
}

const beyondNumbers: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

/** Integers that a double cannot represent are stored as longs, other such numbers as decimals. */
function toStoredNumber(value: unknown): unknown {
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

function toCanonicalNumber(value: unknown): unknown {
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

function toBytes(value: unknown): unknown {
  return value instanceof Binary ? new Uint8Array(value.value()) : undefined
}

function toPair(value: unknown): unknown {
  const isPair = Array.isArray(value) && value.length === 2
  return isPair && value.every(part => typeof part === 'number') ? value : undefined
}

/** Converts any value of a document to JSON. */
export function toJson(value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value
  if (value instanceof Date) return dateText(value) ?? null
  if (value instanceof Binary) return uuidText(value) ?? value.toString('base64')
  if (value instanceof RegExp) return String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if ('_bsontype' in value) return toCanonicalNumber(value) ?? String(value)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toJson(part)]))
}
