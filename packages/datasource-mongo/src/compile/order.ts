import type { SortClause } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { isOfType, typedValue } from '../json-paths/match-inside.js'
import type { StoredCursor } from '../stored-cursor.js'
import type { ColumnPath, FindColumn } from './column-path.js'
import { compileMatch, nothing } from './match.js'

/** Returns the stages that sort documents. */
export function sortStages(orderBy: readonly SortClause[], findColumn: FindColumn): Document[] {
  // A Map keeps the order; in an object, names that are array indexes would come first.
  const sort = new Map<string, 1 | -1>()
  const keys: Document = {}
  for (const [index, { field, ascending }] of orderBy.entries()) {
    const columnPath = findColumn(field)
    const path = isSortedByValue(columnPath) ? `@sort${index}` : columnPath.path
    if (path !== columnPath.path) keys[path] = typedValue(columnPath)
    if (!sort.has(path)) sort.set(path, ascending ? 1 : -1)
  }
  const isComputed = Object.keys(keys).length > 0
  return [...(isComputed ? [{ $set: keys }] : []), ...(orderBy.length > 0 ? [{ $sort: sort }] : [])]
}

/**
 * When documents are known to contain the type, an index can give the order. Otherwise values of
 * other types may occur, which sort like null and not by their own type.
 */
function isSortedByValue({ column }: ColumnPath): boolean {
  return column.inside !== undefined && !column.inside.isKnown
}

/**
 * Matches the documents after one with these values: equal in some clauses, after it in the next.
 */
export function compileAfter(
  after: readonly unknown[] | undefined,
  orderBy: readonly SortClause[],
  findColumn: FindColumn,
  stored: StoredCursor = new Map(),
): Document | undefined {
  if (!after) return undefined
  const clauses = orderBy.map(({ field, ascending }, index) => {
    const value = after[index] ?? null
    const columnPath = findColumn(field)
    const other = stored.get(field)
    return other === undefined
      ? { columnPath, ascending, value, other, same: sameAs(columnPath, value) }
      : {
          columnPath,
          ascending,
          value: null,
          other,
          same: compared('$eq', columnPath, other),
        }
  })
  const ways = clauses.flatMap(({ columnPath, ascending, value, other }, index) => {
    const next =
      other === undefined
        ? beyond(columnPath, ascending, value)
        : compared(ascending ? '$gt' : '$lt', columnPath, other)
    if (next === nothing) return []
    const before = clauses.slice(0, index).map(({ same }) => same)
    return [before.length > 0 ? { $and: [...before, next] } : next]
  })
  if (ways.length === 0) return nothing
  const [first] = clauses
  if (ways.length === 1 || !first) return ways[0]
  return { $and: [atOrBeyond(first.columnPath, first.ascending, first.value), { $or: ways }] }
}

/** Matches the documents up to one with this value of the first clause. */
export function compileUpTo(
  value: unknown,
  [first]: readonly SortClause[],
  findColumn: FindColumn,
): Document | undefined {
  if (value === null || value === undefined || !first) return undefined
  const columnPath = findColumn(first.field)
  return compared(
    first.ascending ? '$lte' : '$gte',
    columnPath,
    columnPath.column.codec.encode(value),
  )
}

function sameAs(columnPath: ColumnPath, value: unknown): Document {
  if (value === null && columnPath.column.inside?.isKnown) return { [columnPath.path]: null }
  return compileMatch({ field: '', operator: 'Equal', value }, () => columnPath) ?? {}
}

/** Compares like the sort order: values of every type, and missing ones before all others. */
function compared(
  comparison: '$eq' | '$gt' | '$gte' | '$lt' | '$lte',
  { path }: ColumnPath,
  other: unknown,
): Document {
  return { $expr: { [comparison]: [`$${path}`, { $literal: other }] } }
}

/** Null comes first: ascending, everything else comes after it; descending, nothing does. */
function beyond(columnPath: ColumnPath, ascending: boolean, value: unknown): Document {
  const { column, path } = columnPath
  if (isSortedByValue(columnPath)) return beyondInside(columnPath, ascending, value)
  if (value === null) return ascending ? { [path]: { $ne: null } } : nothing
  return compared(ascending ? '$gt' : '$lt', columnPath, column.codec.encode(value))
}

/** Values of another type sort like null. */
function beyondInside(columnPath: ColumnPath, ascending: boolean, value: unknown): Document {
  if (value === null) return ascending ? isOfType(columnPath) : nothing
  const operator = ascending ? 'GreaterThan' : 'LessThan'
  const next = compileMatch({ field: '', operator, value }, () => columnPath) ?? {}
  return ascending ? next : { $or: [next, { $nor: [isOfType(columnPath)] }] }
}

/** The condition all alternatives have in common, so that an index can be used. */
function atOrBeyond(columnPath: ColumnPath, ascending: boolean, value: unknown): Document {
  if (value === null || isSortedByValue(columnPath)) return {}
  return compared(ascending ? '$gte' : '$lte', columnPath, columnPath.column.codec.encode(value))
}
