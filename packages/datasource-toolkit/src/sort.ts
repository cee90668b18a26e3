import type { ColumnType } from './column-types.js'
import type { FieldPath, SortClause } from './query.js'
import { getField } from './record.js'
import type { Row, SourceCapabilities } from './source.js'
import { compareValues } from './values/compare.js'

/** The type of the column at a path; undefined when there is none. */
export type TypeOf = (path: FieldPath) => ColumnType | undefined

/**
 * The rows in the order of the clauses; rows that are equal keep their order.
 *
 * @example
 * sortRows(rows, [{ field: 'total', ascending: false }], () => 'Number', 'last')
 */
export function sortRows<R extends Row>(
  rows: readonly R[],
  clauses: readonly SortClause[],
  typeOf: TypeOf,
  nulls: SourceCapabilities['nulls'],
): R[] {
  if (clauses.length === 0) return [...rows]
  const keyed = rows.map(row => ({ row, key: sortKey(row, clauses) }))
  keyed.sort((a, b) => compareSortKeys(a.key, b.key, clauses, typeOf, nulls))
  return keyed.map(({ row }) => row)
}

/**
 * The values of a row that decide its place in a sort.
 *
 * @example
 * const after = sortKey(lastRow, orderBy)
 */
export function sortKey(row: Row, clauses: readonly SortClause[]): unknown[] {
  return clauses.map(({ field }) => getField(row, field))
}

/**
 * Orders two sort keys: negative when the first comes before the second.
 *
 * @example
 * const isAfter = compareSortKeys(sortKey(row, orderBy), after, orderBy, typeOf, 'last') > 0
 */
export function compareSortKeys(
  a: readonly unknown[],
  b: readonly unknown[],
  clauses: readonly SortClause[],
  typeOf: TypeOf,
  nulls: SourceCapabilities['nulls'],
): number {
  for (const [index, { field, ascending }] of clauses.entries()) {
    const order = compareValues(typeOf(field) ?? 'Json', a[index], b[index], nulls)
    if (order !== 0) return ascending ? order : -order
  }
  return 0
}
