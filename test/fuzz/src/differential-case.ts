import { isDeepStrictEqual } from 'node:util'
import type { ConditionTree, DataSource, Row, SelectNode } from '@service/datasource-toolkit'
import { isLeaf, printTree } from '@service/datasource-toolkit'
import {
  adaptScan,
  chooseComparableLimit,
  comparable,
  comparableGroups,
  expectedAggregate,
  expectedList,
  type RandomQuery,
  requireCollection,
  type TestForeignKey,
  type TestTable,
} from '@service/datasource-toolkit/testing'
import { type SourceKind, usingSource } from './differential-sources.js'

/** What a source answered, where the oracle answers something else. */
export interface Difference {
  readonly expected: unknown
  readonly actual: unknown
}

/** Asks a source and the oracle; undefined when they agree. */
export async function findDifference(
  source: DataSource,
  tables: readonly TestTable[],
  query: RandomQuery,
): Promise<Difference | undefined> {
  const comparableQuery = withComparableLimit(source, tables, query)
  const expected = expectedAnswer(source, tables, comparableQuery)
  const actual = await ask(source, comparableQuery).catch(
    (error: unknown) => `failed: ${String(error)}`,
  )
  return isDeepStrictEqual(actual, expected) ? undefined : { expected, actual }
}

function withComparableLimit(
  { capabilities: { nulls } }: DataSource,
  tables: readonly TestTable[],
  query: RandomQuery,
): RandomQuery {
  if (query.kind === 'list' || !isRounded(query)) return query
  const { limit, ...scan } = query.scan
  const groups = expectedAggregate(tables, scan, query.call, nulls)
  return { ...query, scan: { ...scan, limit: chooseComparableLimit(groups, limit) } }
}

function expectedAnswer(source: DataSource, tables: readonly TestTable[], query: RandomQuery) {
  const { nulls } = source.capabilities
  if (query.kind === 'list') return comparable(expectedList(tables, query.scan, query.call, nulls))
  const groups = expectedAggregate(tables, query.scan, query.call, nulls)
  return comparableGroups(groups, isRounded(query))
}

async function ask(source: DataSource, query: RandomQuery): Promise<unknown> {
  const collection = requireCollection(source, query.scan.select.collection)
  if (query.kind === 'list') {
    return comparable(await collection.list(adaptScan(source, query.scan, query.call), query.call))
  }
  const groups = await collection.aggregate(adaptScan(source, query.scan, query.call), query.call)
  return comparableGroups(groups, isRounded(query))
}

function isRounded(query: RandomQuery): boolean {
  return query.kind === 'aggregate' && ['Sum', 'Avg'].includes(query.scan.aggregation.operation)
}

/** Removes what a failing query does not need, one part at a time, as long as it still fails. */
export async function shrinkQuery(
  source: DataSource,
  tables: readonly TestTable[],
  query: RandomQuery,
): Promise<RandomQuery> {
  for (const smaller of smallerQueries(query)) {
    if (await findDifference(source, tables, smaller)) return shrinkQuery(source, tables, smaller)
  }
  return query
}

/** Removes rows a failing query does not need: halves of a table, quarters, down to single rows. */
export async function shrinkRows(
  kind: SourceKind,
  tables: readonly TestTable[],
  query: RandomQuery,
): Promise<readonly TestTable[]> {
  let smallest = tables
  for (const { name, rows } of tables.toReversed()) {
    for (let size = rows.length; size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < findRows(smallest, name).length; ) {
        const fewer = withoutRows(smallest, name, from, size)
        if (await stillFails(kind, fewer, query)) smallest = fewer
        else from += size
      }
    }
  }
  return smallest
}

function stillFails(
  kind: SourceKind,
  tables: readonly TestTable[],
  query: RandomQuery,
): Promise<boolean> {
  return usingSource(kind, tables, async source =>
    Boolean(await findDifference(source, tables, query)),
  )
}

function findRows(tables: readonly TestTable[], name: string): readonly Row[] {
  return tables.find(table => table.name === name)?.rows ?? []
}

/** References to the rows removed become null. */
function withoutRows(
  tables: readonly TestTable[],
  name: string,
  from: number,
  size: number,
): TestTable[] {
  const fewer = tables.map(table =>
    table.name === name ? { ...table, rows: table.rows.toSpliced(from, size) } : table,
  )
  return fewer.map(table => ({
    ...table,
    rows: table.rows.map(row => {
      const dangling = table.foreignKeys.filter(key => !isReferenced(fewer, key, row))
      const columns = dangling.flatMap(key => key.columns)
      return { ...row, ...Object.fromEntries(columns.map(column => [column, null])) }
    }),
  }))
}

function isReferenced(tables: readonly TestTable[], key: TestForeignKey, row: Row): boolean {
  return findRows(tables, key.table).some(target =>
    key.columns.every((column, index) => row[column] === target[key.to[index] ?? '']),
  )
}

function* smallerQueries(query: RandomQuery): Generator<RandomQuery> {
  const { scan } = query
  for (const where of smallerTrees(scan.where)) yield withScan(query, { where })
  for (const select of smallerNodes(scan.select)) {
    const smaller = withScan(query, { select })
    if (reaches(smaller)) yield smaller
  }
  if (query.kind === 'aggregate') {
    const { aggregation } = query.scan
    const groups = aggregation.groups ?? []
    if (query.scan.limit !== undefined) yield withScan(query, { limit: undefined })
    for (const group of groups) {
      yield withScan(query, {
        aggregation: { ...aggregation, groups: groups.filter(other => other !== group) },
      })
    }
    return
  }
  if (query.scan.page) yield withScan(query, { page: undefined })
  if (query.scan.after) yield withScan(query, { after: undefined })
  for (const [index] of query.scan.orderBy.entries()) {
    if (query.scan.orderBy.length === 1) break
    yield withScan(query, {
      orderBy: query.scan.orderBy.toSpliced(index, 1),
      after: query.scan.after?.toSpliced(index, 1),
    })
  }
}

function withScan(query: RandomQuery, change: object): RandomQuery {
  return { ...query, scan: { ...query.scan, ...change } } as RandomQuery
}

function* smallerTrees(tree: ConditionTree | undefined): Generator<ConditionTree | undefined> {
  if (!tree) return
  yield undefined
  if (isLeaf(tree)) return
  for (const [index, condition] of tree.conditions.entries()) {
    yield condition
    yield { ...tree, conditions: tree.conditions.toSpliced(index, 1) }
    for (const smaller of smallerTrees(condition)) {
      if (smaller) yield { ...tree, conditions: tree.conditions.with(index, smaller) }
    }
  }
}

function* smallerNodes(node: SelectNode): Generator<SelectNode> {
  for (const [index, join] of node.joins.entries()) {
    yield { ...node, joins: node.joins.toSpliced(index, 1) }
    if (join.where) yield { ...node, joins: node.joins.with(index, { ...join, where: undefined }) }
    for (const smaller of smallerNodes(join.node)) {
      yield { ...node, joins: node.joins.with(index, { ...join, node: smaller }) }
    }
  }
  if (node.columns.length > 1) {
    for (const [index] of node.columns.entries()) {
      yield { ...node, columns: node.columns.toSpliced(index, 1) }
    }
  }
}

/** Whether every path of the query goes through a join that is still there. */
function reaches(query: RandomQuery): boolean {
  const { scan } = query
  const paths = listPaths(scan.where)
  if (query.kind === 'list') paths.push(...query.scan.orderBy.map(({ field }) => field))
  else {
    const { field, groups = [] } = query.scan.aggregation
    paths.push(...groups.map(group => group.field), ...(field === undefined ? [] : [field]))
  }
  return joinsExist(scan.select, paths)
}

function joinsExist(node: SelectNode, paths: readonly string[]): boolean {
  const nested = paths.filter(path => path.includes(':'))
  const inner = node.joins.every(join => {
    const own = nested
      .filter(path => path.startsWith(`${join.as}:`))
      .map(path => path.slice(join.as.length + 1))
    return joinsExist(join.node, [...own, ...listPaths(join.where)])
  })
  const names = new Set(node.joins.map(join => join.as))
  return inner && nested.every(path => names.has(path.slice(0, path.indexOf(':'))))
}

function listPaths(tree: ConditionTree | undefined): string[] {
  if (!tree) return []
  return isLeaf(tree) ? [tree.field] : tree.conditions.flatMap(listPaths)
}

/** A case as a reader can follow it. */
export function describeCase(
  tables: readonly TestTable[],
  query: RandomQuery,
  difference: Difference,
): string {
  const used = new Set(listCollections(query.scan.select))
  const data = tables
    .filter(table => used.has(table.name))
    .map(({ name, rows }) => `  ${name}: ${JSON.stringify(rows.map(comparable))}`)
  const { where, ...scan } = query.scan
  return [
    `query    ${query.kind} ${JSON.stringify(scan)}`,
    `where    ${printTree(where)}`,
    `call     ${query.call.timezone} at ${query.call.now.toISOString()}`,
    'rows',
    ...data,
    `expected ${JSON.stringify(difference.expected)}`,
    `actual   ${JSON.stringify(difference.actual)}`,
  ].join('\n')
}

function listCollections(node: SelectNode): string[] {
  return [node.collection, ...node.joins.flatMap(join => listCollections(join.node))]
}
