import type { ColumnType } from './column-types.js'
import type { FieldPath, SortClause } from './query.js'
import { getField } from './record.js'
import type { Row, SourceCapabilities } from './source.js'
import { compareValues } from './values/compare.js'

/** Returns the type of the column at a path; undefined when it does not exist. */
export type GetColumnType = (path: FieldPath) => ColumnType | undefined

/**
 * Sorts rows by the clauses; equal rows keep their order.
 *
 * @example
 * sortRows(rows, [{ field: 'total', ascending: false }], () => 'Number', 'last')
 */
export function sortRows<R extends Row>(
  rows: readonly R[],
  clauses: readonly SortClause[],
  getType: GetColumnType,
  nulls: SourceCapabilities['nulls'],
): R[] {
  if (clauses.length === 0) return [...rows]
  const keyed = rows.map(row => ({ row, key: sortKey(row, clauses) }))
  const compare = sortKeyOrder(clauses, getType, nulls)
  keyed.sort((a, b) => compare(a.key, b.key))
  return keyed.map(({ row }) => row)
}

/**
 * Returns the values of a row that determine its position in a sort.
 *
 * @example
 * sortKey({ id: 7, total: 20 }, [{ field: 'total', ascending: false }]) // [20]
 */
export function sortKey(row: Row, clauses: readonly SortClause[]): unknown[] {
  return clauses.map(({ field }) => getField(row, field))
}

/**
 * Creates a function that compares sort keys: negative when the first comes before the second.
 *
 * @example
 * const compare = sortKeyOrder([{ field: 'total', ascending: false }], () => 'Number', 'last')
 * compare([20], [30]) // 1
 */
export function sortKeyOrder(
  clauses: readonly SortClause[],
  getType: GetColumnType,
  nulls: SourceCapabilities['nulls'],
): (a: readonly unknown[], b: readonly unknown[]) => number {
  const types = listTypes(clauses, getType)
  return (a, b) => compareKeys(a, b, clauses, types, nulls)
}

/**
 * Compares two sort keys: negative when the first comes before the second.
 *
 * @example
 * compareSortKeys([20], [30], [{ field: 'total', ascending: false }], () => 'Number', 'last') // 1
 */
export function compareSortKeys(
  a: readonly unknown[],
  b: readonly unknown[],
  clauses: readonly SortClause[],
  getType: GetColumnType,
  nulls: SourceCapabilities['nulls'],
): number {
  return sortKeyOrder(clauses, getType, nulls)(a, b)
}

function listTypes(clauses: readonly SortClause[], getType: GetColumnType): readonly ColumnType[] {
  return clauses.map(({ field }) => getType(field) ?? 'Json')
}

function compareKeys(
  a: readonly unknown[],
  b: readonly unknown[],
  clauses: readonly SortClause[],
  types: readonly ColumnType[],
  nulls: SourceCapabilities['nulls'],
): number {
  for (let index = 0; index < clauses.length; index++) {
    const order = compareValues(types[index] as ColumnType, a[index], b[index], nulls)
    if (order !== 0) return clauses[index]?.ascending ? order : -order
  }
  return 0
}
