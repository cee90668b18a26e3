import type { SortClause } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { isOfType, typedValue } from '../places/match-inside.js'
import type { StoredCursor } from '../stored-cursor.js'
import { compileMatch, nothing } from './match.js'
import type { Place, PlaceOf } from './place.js'

/** Returns the stages that sort documents. */
export function sortStages(orderBy: readonly SortClause[], placeOf: PlaceOf): Document[] {
  // A Map keeps the order; in an object, names that are array indexes would come first.
  const sort = new Map<string, 1 | -1>()
  const keys: Document = {}
  for (const [index, { field, ascending }] of orderBy.entries()) {
    const place = placeOf(field)
    const path = isSortedByValue(place) ? `@sort${index}` : place.path
    if (path !== place.path) keys[path] = typedValue(place)
    if (!sort.has(path)) sort.set(path, ascending ? 1 : -1)
  }
  const isComputed = Object.keys(keys).length > 0
  return [...(isComputed ? [{ $set: keys }] : []), ...(orderBy.length > 0 ? [{ $sort: sort }] : [])]
}

/**
 * When documents are known to contain the type, an index can give the order. Otherwise values of
 * other types may occur, which sort like null and not by their own type.
 */
function isSortedByValue({ column }: Place): boolean {
  return column.inside !== undefined && !column.inside.isKnown
}

/**
 * Matches the documents after one with these values: equal in some clauses, after it in the next.
 */
export function compileAfter(
  after: readonly unknown[] | undefined,
  orderBy: readonly SortClause[],
  placeOf: PlaceOf,
  stored: StoredCursor = new Map(),
): Document | undefined {
  if (!after) return undefined
  const clauses = orderBy.map(({ field, ascending }, index) => {
    const value = after[index] ?? null
    const place = placeOf(field)
    const other = stored.get(field)
    return other === undefined
      ? { place, ascending, value, other, same: sameAs(place, value) }
      : { place, ascending, value: null, other, same: compared('$eq', place, other) }
  })
  const ways = clauses.flatMap(({ place, ascending, value, other }, index) => {
    const next =
      other === undefined
        ? beyond(place, ascending, value)
        : compared(ascending ? '$gt' : '$lt', place, other)
    if (next === nothing) return []
    const before = clauses.slice(0, index).map(({ same }) => same)
    return [before.length > 0 ? { $and: [...before, next] } : next]
  })
  if (ways.length === 0) return nothing
  const [first] = clauses
  if (ways.length === 1 || !first) return ways[0]
  return { $and: [atOrBeyond(first.place, first.ascending, first.value), { $or: ways }] }
}

/** Matches the documents up to one with this value of the first clause. */
export function compileUpTo(
  value: unknown,
  [first]: readonly SortClause[],
  placeOf: PlaceOf,
): Document | undefined {
  if (value === null || value === undefined || !first) return undefined
  const place = placeOf(first.field)
  return compared(first.ascending ? '$lte' : '$gte', place, place.column.codec.encode(value))
}

function sameAs(place: Place, value: unknown): Document {
  if (value === null && place.column.inside?.isKnown) return { [place.path]: null }
  return compileMatch({ field: '', operator: 'Equal', value }, () => place) ?? {}
}

/** Compares like the sort order: values of every type, and missing ones before all others. */
function compared(
  comparison: '$eq' | '$gt' | '$gte' | '$lt' | '$lte',
  { path }: Place,
  other: unknown,
): Document {
  return { $expr: { [comparison]: [`$${path}`, { $literal: other }] } }
}

/** Null comes first: ascending, everything else comes after it; descending, nothing does. */
function beyond(place: Place, ascending: boolean, value: unknown): Document {
  const { column, path } = place
  if (isSortedByValue(place)) return beyondInside(place, ascending, value)
  if (value === null) return ascending ? { [path]: { $ne: null } } : nothing
  return compared(ascending ? '$gt' : '$lt', place, column.codec.encode(value))
}

/** Values of another type sort like null. */
function beyondInside(place: Place, ascending: boolean, value: unknown): Document {
  if (value === null) return ascending ? isOfType(place) : nothing
  const operator = ascending ? 'GreaterThan' : 'LessThan'
  const next = compileMatch({ field: '', operator, value }, () => place) ?? {}
  return ascending ? next : { $or: [next, { $nor: [isOfType(place)] }] }
}

/** The condition all alternatives have in common, so that an index can be used. */
function atOrBeyond(place: Place, ascending: boolean, value: unknown): Document {
  if (value === null || isSortedByValue(place)) return {}
  return compared(ascending ? '$gte' : '$lte', place, place.column.codec.encode(value))
}
