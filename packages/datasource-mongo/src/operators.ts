import type { Operator } from '@service/datasource-toolkit'
import type { ScalarKind, StoredType } from './stored-type.js'

const presence = ['Present', 'Missing'] as const
const equality = [...presence, 'Equal', 'NotEqual', 'In', 'NotIn'] as const
const comparison = [
  ...equality,
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
] as const
const text = [
  ...comparison,
  'Like',
  'ILike',
  'Contains',
  'NotContains',
  'IContains',
  'NotIContains',
  'StartsWith',
  'IStartsWith',
  'EndsWith',
  'IEndsWith',
  'LongerThan',
  'ShorterThan',
] as const

const ofPresence: ReadonlySet<Operator> = new Set(presence)
const ofEquality: ReadonlySet<Operator> = new Set(equality)
const ofComparison: ReadonlySet<Operator> = new Set(comparison)
const ofText: ReadonlySet<Operator> = new Set(text)
const ofLists: ReadonlySet<Operator> = new Set([
  ...presence,
  'Equal',
  'NotEqual',
  'IncludesAll',
  'IncludesNone',
])

const byKind: Readonly<Record<ScalarKind, ReadonlySet<Operator>>> = {
  string: ofText,
  objectId: ofComparison,
  key: ofComparison,
  number: ofComparison,
  decimal: ofComparison,
  mixedNumber: ofComparison,
  boolean: ofEquality,
  date: ofComparison,
  day: ofComparison,
  dayAtMidnight: ofComparison,
  time: ofComparison,
  enum: ofEquality,
  uuid: ofEquality,
  binary: ofEquality,
  pair: ofPresence,
  geoJson: ofPresence,
  json: ofPresence,
}

/** The operators that documents can be matched with on values stored this way. */
export function operatorsOf(stored: StoredType): ReadonlySet<Operator> {
  if (stored.kind === 'document') return ofPresence
  if (stored.kind !== 'list') return byKind[stored.kind]
  const { element } = stored
  return element.kind === 'json' || element.kind === 'document' || element.kind === 'list'
    ? ofPresence
    : ofLists
}
