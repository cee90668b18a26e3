import { documentDate, fromDocument } from '@service/datasource-toolkit'
import { type Document, ObjectId } from 'mongodb'
import { codecOf } from '../codecs.js'
import type { StoredType } from '../stored-type.js'

/** A type that the server can tell from the others inside a document. */
export interface PlaceKind {
  /** What a filter says of values of the type, and of no others but lists of them. */
  readonly filter: Document
  /** Whether the value of an expression is of the type. */
  holds(value: string): Document
  /** The canonical value; absent: as a column of its own reads it. */
  read?(value: unknown): unknown
  readonly isList?: boolean
}

const ofType = (type: string): PlaceKind => ({
  filter: { $type: type },
  holds: value => ({ $eq: [{ $type: value }, type] }),
})

/** Between two values, which only values of their type are. */
const between = (from: unknown, to: unknown, isOpen = false): PlaceKind => {
  const [above, below] = isOpen ? ['$gt', '$lt'] : ['$gte', '$lte']
  return {
    filter: { [above as string]: from, [below as string]: to },
    holds: value => ({
      $and: [{ [above as string]: [value, from] }, { [below as string]: [value, to] }],
    }),
  }
}

const text: PlaceKind = {
  ...ofType('string'),
  read: value => (typeof value === 'string' ? value : null),
}

const numbers = codecOf({ kind: 'mixedNumber' })

/** JSON has neither NaN nor infinities: inside a document they are texts, which are no numbers. */
const number: PlaceKind = {
  ...between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true),
  read(value) {
    const number = numbers.decode(value, () => {})
    return Number.isFinite(Number(number)) ? number : null
  },
}

/** What a `Date` of JavaScript can be. */
const lastInstant = 8.64e15

const dayPattern = `^${documentDate}\\z`

const kinds: Readonly<Partial<Record<StoredType['kind'], PlaceKind>>> = {
  string: text,
  enum: text,
  number,
  decimal: number,
  mixedNumber: number,
  boolean: ofType('bool'),
  date: between(new Date(-lastInstant), new Date(lastInstant)),
  day: {
    filter: { $regex: dayPattern },
    holds: value => ({
      $regexMatch: {
        input: { $cond: [{ $eq: [{ $type: value }, 'string'] }, value, ''] },
        regex: dayPattern,
      },
    }),
    read: value => fromDocument('Dateonly', value),
  },
  objectId: {
    ...ofType('objectId'),
    read: value => (value instanceof ObjectId ? value.toHexString() : null),
  },
}

/** How the server tells values stored this way from others; undefined: it is left to memory. */
export function placeKindOf(stored: StoredType): PlaceKind | undefined {
  return stored.kind === 'list' ? listKindOf(stored.element) : kinds[stored.kind]
}

/** Lists of which every element is null or of the type. */
function listKindOf(element: StoredType): PlaceKind | undefined {
  // A number that may be a double or a decimal is not found by one value.
  const kind = element.kind === 'mixedNumber' ? undefined : kinds[element.kind]
  if (!kind) return undefined
  const { decode } = codecOf(element)
  const read = kind.read ?? ((value: unknown) => decode(value, () => {}))
  return {
    filter: { $type: 'array', $not: { $elemMatch: { $ne: null, $not: kind.filter } } },
    holds: value => ({ $isArray: [value] }),
    read: value => (Array.isArray(value) ? readList(value, read) : null),
    isList: true,
  }
}

function readList(list: readonly unknown[], read: (value: unknown) => unknown): unknown {
  const values = list.map(item => (item === null || item === undefined ? null : read(item)))
  const isRight = values.every((value, index) => value !== null || (list[index] ?? null) === null)
  return isRight ? values : null
}
