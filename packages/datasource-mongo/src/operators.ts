import { nativeOperators, type Operator } from '@service/datasource-toolkit'
import type { ScalarKind, StoredType } from './stored-type.js'

const { presence, equality, comparison, text, list } = nativeOperators

const byKind: Readonly<Record<ScalarKind, ReadonlySet<Operator>>> = {
  string: text,
  objectId: comparison,
  key: comparison,
  number: comparison,
  decimal: comparison,
  mixedNumber: comparison,
  boolean: equality,
  date: comparison,
  day: comparison,
  dayAtMidnight: comparison,
  time: comparison,
  enum: equality,
  uuid: equality,
  binary: equality,
  pair: presence,
  geoJson: presence,
  json: presence,
}

/** Lists the operators that the database evaluates on values of a stored type. */
export function listOperators(stored: StoredType): ReadonlySet<Operator> {
  if (stored.kind === 'document') return presence
  if (stored.kind !== 'list') return byKind[stored.kind]
  const { element } = stored
  return element.kind === 'json' || element.kind === 'document' || element.kind === 'list'
    ? presence
    : list
}
