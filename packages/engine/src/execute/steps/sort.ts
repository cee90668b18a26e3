import {
  compareSortKeys,
  type Row,
  type SortClause,
  sortKey,
  sortRows,
} from '@service/datasource-toolkit'
import { typeOf } from '../type-of.js'
import type { Run } from './index.js'

export interface MemorySort {
  readonly clauses: readonly SortClause[]
  readonly after?: readonly unknown[]
}

export function sort(
  rows: Row[],
  { clauses, after }: MemorySort,
  { plan }: Pick<Run, 'plan'>,
): Row[] {
  const { collection } = plan
  const { nulls } = collection.capabilities
  const types = typeOf(collection)
  const isAfter = (row: Row) =>
    !after || compareSortKeys(sortKey(row, clauses), after, clauses, types, nulls) > 0
  return sortRows(rows.filter(isAfter), clauses, types, nulls)
}
