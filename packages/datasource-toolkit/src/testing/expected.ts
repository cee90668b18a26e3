import { aggregateRows } from '../aggregate.js'
import { evaluate } from '../evaluate.js'
import type { Group } from '../query.js'
import { compareSortKeys, sortKey, sortRows } from '../sort.js'
import type {
  AggregateScan,
  Call,
  Join,
  Row,
  Scan,
  SelectNode,
  SourceCapabilities,
} from '../source.js'
import { compareValues } from '../values/compare.js'
import { createTypeLookup, findTable, type TestTable } from './tables.js'

type Nulls = SourceCapabilities['nulls']

/**
 * Computes the rows a list must return, by examining every combination of rows.
 *
 * @example
 * const select = { collection: 'orders', columns: ['id'], joins: [] }
 * const scan = { select, orderBy: [{ field: 'id', ascending: true }] }
 * const rows = await collectionOf(source, 'orders').list(scan, call)
 * expect(rows).toEqual(expectedList(tables, scan, call, 'last'))
 */
export function expectedList(
  tables: readonly TestTable[],
  scan: Scan,
  call: Call,
  nulls: Nulls,
): Row[] {
  const getType = createTypeLookup(tables, scan.select)
  const matching = matchingRows(tables, scan, call)
  const { after, orderBy } = scan
  const remaining = after
    ? matching.filter(
        row => compareSortKeys(sortKey(row, orderBy), after, orderBy, getType, nulls) > 0,
      )
    : matching
  const { skip, limit } = scan.page ?? { skip: 0, limit: remaining.length }
  return sortRows(remaining, orderBy, getType, nulls)
    .slice(skip, skip + limit)
    .map(row => pick(row, scan.select))
}

/**
 * Computes the groups an aggregate must return, by examining every combination of rows.
 *
 * @example
 * const select = { collection: 'orders', columns: [], joins: [] }
 * const scan = { select, aggregation: { operation: 'Sum', field: 'total' } } as const
 * const groups = await collectionOf(source, 'orders').aggregate(scan, call)
 * expect(groups).toEqual(expectedAggregate(tables, scan, call, 'last'))
 */
export function expectedAggregate(
  tables: readonly TestTable[],
  scan: AggregateScan,
  call: Call,
  nulls: Nulls,
): Group[] {
  const getType = createTypeLookup(tables, scan.select)
  return aggregateRows(
    matchingRows(tables, scan, call),
    scan.aggregation,
    getType,
    call,
    scan.limit,
    nulls,
  )
}

function matchingRows(
  tables: readonly TestTable[],
  { select, where }: Pick<Scan, 'select' | 'where'>,
  call: Call,
): Row[] {
  const getType = createTypeLookup(tables, select)
  return findTable(tables, select.collection)
    .rows.map(row => withRelated(tables, select, row, call))
    .filter(row => evaluate(where, row, getType, call))
}

function withRelated(tables: readonly TestTable[], node: SelectNode, row: Row, call: Call): Row {
  const joined = node.joins.map(join => [join.as, findRelated(tables, node, join, row, call)])
  return { ...row, ...Object.fromEntries(joined) }
}

function findRelated(
  tables: readonly TestTable[],
  node: SelectNode,
  { on, node: target, where }: Join,
  row: Row,
  call: Call,
): Row | null {
  const getType = createTypeLookup(tables, node)
  const related = findTable(tables, target.collection)
    .rows.filter(other =>
      on.every(
        ({ from, to }) =>
          (row[from] ?? null) !== null &&
          compareValues(getType(from) ?? 'Json', row[from], other[to], 'last') === 0,
      ),
    )
    .map(other => withRelated(tables, target, other, call))
    .find(other => evaluate(where, other, createTypeLookup(tables, target), call))
  return related ?? null
}

function pick(row: Row, node: SelectNode): Row {
  const columns = node.columns.map(name => [name, row[name] ?? null])
  const joined = node.joins.filter(join => selectsSomething(join.node))
  const related = joined.map(({ as, node: target }) => {
    const other = row[as] as Row | null
    return [as, other && pick(other, target)]
  })
  return Object.fromEntries([...columns, ...related])
}

function selectsSomething(node: SelectNode): boolean {
  return node.columns.length > 0 || node.joins.some(join => selectsSomething(join.node))
}
