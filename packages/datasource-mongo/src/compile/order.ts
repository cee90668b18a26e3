import type { SortClause } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { compileMatch, nothing, type Place, type PlaceOf } from './match.js'

export function compileSort(
  orderBy: readonly SortClause[],
  placeOf: PlaceOf,
): Record<string, 1 | -1> | undefined {
  const sort: Record<string, 1 | -1> = {}
  for (const { field, ascending } of orderBy) {
    const { path } = placeOf(field)
    sort[path] ??= ascending ? 1 : -1
  }
  return orderBy.length > 0 ? sort : undefined
}

/** The documents that come after one with these values: equal in some clauses, beyond it in the next. */
export function compileAfter(
  after: readonly unknown[] | undefined,
  orderBy: readonly SortClause[],
  placeOf: PlaceOf,
): Document | undefined {
  if (!after) return undefined
  const clauses = orderBy.map(({ field, ascending }, index) => {
    const value = after[index] ?? null
    return { place: placeOf(field), ascending, value, same: sameAs(field, value, placeOf) }
  })
  const ways = clauses.flatMap(({ place, ascending, value }, index) => {
    const next = beyond(place, ascending, value)
    if (next === nothing) return []
    const before = clauses.slice(0, index).map(({ same }) => same)
    return [before.length > 0 ? { $and: [...before, next] } : next]
  })
  if (ways.length === 0) return nothing
  const [first] = clauses
  if (ways.length === 1 || !first) return ways[0]
  return { $and: [atOrBeyond(first.place, first.ascending, first.value), { $or: ways }] }
}

function sameAs(field: string, value: unknown, placeOf: PlaceOf): Document {
  return compileMatch({ field, operator: 'Equal', value }, placeOf) ?? {}
}

/** Null comes first: ascending, everything else is beyond it; descending, nothing is. */
function beyond({ column, path }: Place, ascending: boolean, value: unknown): Document {
  if (value === null) return ascending ? { [path]: { $ne: null } } : nothing
  const stored = column.codec.encode(value)
  const others = column.stored.kind === 'key' ? typesBeyond(stored, ascending) : []
  const ofOtherTypes = others.length > 0 ? [{ [path]: { $type: others } }] : []
  const ofSameType = { [path]: { [ascending ? '$gt' : '$lt']: stored } }
  const ways = [ofSameType, ...ofOtherTypes, ...(ascending ? [] : [{ [path]: null }])]
  return ways.length === 1 ? ofSameType : { $or: ways }
}

/** What every way has in common, for an index to start from. */
function atOrBeyond({ column, path }: Place, ascending: boolean, value: unknown): Document {
  if (value === null || column.stored.kind === 'key') return {}
  const stored = column.codec.encode(value)
  return { [path]: ascending ? { $gte: stored } : { $not: { $gt: stored } } }
}

/** The order of the types an identifier may have. */
const keyTypes = [
  ['number', ['int', 'long', 'double', 'decimal']],
  ['string', ['string']],
  ['object', ['objectId']],
] as const

function typesBeyond(stored: unknown, ascending: boolean): string[] {
  const index = keyTypes.findIndex(([type]) => type === typeof stored)
  const types = ascending ? keyTypes.slice(index + 1) : keyTypes.slice(0, index)
  return types.flatMap(([, names]) => [...names])
}
