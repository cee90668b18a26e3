import { documentDate, fromDocument } from '@service/datasource-toolkit'
import { type Document, ObjectId } from 'mongodb'
import { createCodec } from '../codecs.js'
import type { StoredType } from '../stored-type.js'

/** A type that the server can distinguish from others inside a document. */
export interface JsonTypeCheck {
  /** A filter that matches values of the type, lists of them, and nothing else. */
  readonly filter: Document
  /** Builds an expression that checks whether a value is of the type. */
  holds(value: string): Document
  /** Returns the canonical value. Optional: the column's decoder by default. */
  read?(value: unknown): unknown
  readonly isList?: boolean
}

const ofType = (type: string): JsonTypeCheck => ({
  filter: { $type: type },
  holds: value => ({ $eq: [{ $type: value }, type] }),
})

/** Matches values between two bounds; only values of the bounds' type can be between them. */
const between = (from: unknown, to: unknown, isOpen = false): JsonTypeCheck => {
  const [above, below] = isOpen ? ['$gt', '$lt'] : ['$gte', '$lte']
  return {
    filter: { [above as string]: from, [below as string]: to },
    holds: value => ({
      $and: [{ [above as string]: [value, from] }, { [below as string]: [value, to] }],
    }),
  }
}

const text: JsonTypeCheck = {
  ...ofType('string'),
  read: value => (typeof value === 'string' ? value : null),
}

const numbers = createCodec({ kind: 'mixedNumber' })

/** JSON has no NaN and no infinities: inside a document they are texts, not numbers. */
const number: JsonTypeCheck = {
  ...between(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, true),
  read(value) {
    const number = numbers.decode(value, () => {})
    return Number.isFinite(Number(number)) ? number : null
  },
}

/** The last instant of a JavaScript `Date`. */
const lastInstant = 8.64e15

const dayPattern = `^${documentDate}\\z`

const kinds: Readonly<Partial<Record<StoredType['kind'], JsonTypeCheck>>> = {
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

/** Finds how MongoDB checks that the value at a path has this stored type; undefined when only the agent can check it. */
export function findTypeCheck(stored: StoredType): JsonTypeCheck | undefined {
  return stored.kind === 'list' ? findListKind(stored.element) : kinds[stored.kind]
}

/** Matches lists whose elements are all null or of the type. */
function findListKind(element: StoredType): JsonTypeCheck | undefined {
  // A number that can be stored as a double or a decimal cannot be found by one value.
  const kind = element.kind === 'mixedNumber' ? undefined : kinds[element.kind]
  if (!kind) return undefined
  const { decode } = createCodec(element)
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
