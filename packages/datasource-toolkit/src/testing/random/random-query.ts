import type { ColumnType } from '../../column-types.js'
import { ConditionTreeBranch } from '../../condition-tree/branch.js'
import { ConditionTreeLeaf } from '../../condition-tree/leaf.js'
import { getOperandKind, legalOperators } from '../../operator-table.js'
import type { Operator } from '../../operators.js'
import {
  type Aggregation,
  aggregateOperations,
  type ConditionTree,
  dateOperations,
  type GroupBy,
  type SortClause,
} from '../../query.js'
import { getField } from '../../record.js'
import type { AggregateScan, Call, Join, Row, Scan, SelectNode } from '../../source.js'
import { expectedList } from '../expected.js'
import { operandsFor } from '../operands.js'
import { findTable, type TestColumn, type TestTable } from '../tables.js'
import { createRandom, type Random } from './random.js'
import { randomInstant, randomValue, randomZones } from './random-values.js'

export type RandomQuery =
  | { readonly kind: 'list'; readonly scan: Scan; readonly call: Call }
  | { readonly kind: 'aggregate'; readonly scan: AggregateScan; readonly call: Call }

/** A column that a query can use, with its path. */
interface Reach {
  readonly path: string
  readonly column: TestColumn
}

interface Draw {
  readonly random: Random
  readonly tables: readonly TestTable[]
}

/**
 * Creates a random list or aggregate over the tables: columns, joins, filters, sorts, pages,
 * keysets, groups.
 *
 * @example
 * const query = randomQuery(7, tables)
 */
export function randomQuery(seed: number, tables: readonly TestTable[]): RandomQuery {
  const draw: Draw = { random: createRandom(seed + 2), tables }
  const { random } = draw
  const call: Call = { timezone: random.pick(randomZones), now: randomNow(draw) }
  const select = randomNode(draw, random.pick(tables).name, 2)
  const reach = listReachable(tables, select, '')
  const where = random.chance(0.8) ? randomTree(draw, reach, 2) : undefined
  if (random.chance(0.3)) {
    return { kind: 'aggregate', scan: randomAggregate(draw, select, reach, where), call }
  }
  return { kind: 'list', scan: randomScan(draw, select, reach, where, call), call }
}

const hour = 3_600_000
const periods = [0, 0.5, 1, 7, 30, 92, 365].map(days => days * 24 * hour)

/** Mostly near a date of the data, so that relative dates match rows. */
function randomNow({ random, tables }: Draw): Date {
  const dates = tables.flatMap(({ columns, rows }) =>
    columns
      .filter(({ type }) => type === 'Date' || type === 'Dateonly')
      .flatMap(({ name }) => rows.map(row => row[name]).filter(value => value !== null)),
  )
  if (dates.length === 0 || random.chance(0.2)) return randomInstant(random)
  return new Date(Date.parse(random.pick(dates) as string) + random.pick(periods))
}

function randomNode({ random, tables }: Draw, name: string, depth: number): SelectNode {
  const table = findTable(tables, name)
  const columns = table.columns.map(column => column.name)
  const joins = depth === 0 ? [] : random.some(table.foreignKeys, 0.6)
  return {
    collection: name,
    columns: random.chance(0.5) ? columns : random.some(columns, 0.5),
    joins: joins.map((key): Join => {
      const node = randomNode({ random, tables }, key.table, depth - 1)
      const on = key.columns.map((from, index) => ({ from, to: key.to[index] ?? '' }))
      if (!random.chance(0.2)) return { as: key.as, on, node }
      return {
        as: key.as,
        on,
        node,
        where: randomTree({ random, tables }, listReachable(tables, node, ''), 1),
      }
    }),
  }
}

function listReachable(tables: readonly TestTable[], node: SelectNode, prefix: string): Reach[] {
  const own = findTable(tables, node.collection).columns.map(column => ({
    path: `${prefix}${column.name}`,
    column,
  }))
  return [
    ...own,
    ...node.joins.flatMap(join => listReachable(tables, join.node, `${prefix}${join.as}:`)),
  ]
}

function randomTree(draw: Draw, reach: readonly Reach[], depth: number): ConditionTree {
  const { random } = draw
  if (depth === 0 || random.chance(0.5)) return randomLeaf(draw, randomReach(random, reach))
  const length = random.chance(0.03) ? 0 : random.between(1, 3)
  return new ConditionTreeBranch(
    random.pick(['And', 'Or']),
    Array.from({ length }, () => randomTree(draw, reach, depth - 1)),
  )
}

/** Types with many operators of their own are chosen more often. */
function randomReach(random: Random, reach: readonly Reach[]): Reach {
  const rich = reach.filter(({ column }) =>
    ['String', 'Date', 'Dateonly'].includes(String(column.type)),
  )
  return random.pick(rich.length > 0 && random.chance(0.4) ? rich : reach)
}

const presence: readonly Operator[] = ['Present', 'Missing', 'Blank']
const comparisons: readonly Operator[] = [
  'LessThan',
  'GreaterThan',
  'LessThanOrEqual',
  'GreaterThanOrEqual',
]
const alsoAsked: Readonly<Record<string, readonly Operator[]>> = {
  Date: [...comparisons, 'In', 'NotIn'],
  Dateonly: [...comparisons, 'In', 'NotIn'],
  String: comparisons,
  Time: comparisons,
}

/** Databases agree on equality for all types except JSON. */
function operatorsFor(type: ColumnType): readonly Operator[] {
  if (type === 'Json') return presence
  const also = typeof type === 'string' ? (alsoAsked[type] ?? []) : []
  return [...legalOperators(type), ...also]
}

function randomLeaf({ random, tables }: Draw, { path, column }: Reach): ConditionTree {
  const operators = operatorsFor(column.type)
  const first = random.pick(operators)
  const operator = presence.includes(first) ? random.pick(operators) : first
  const known = tables.flatMap(table =>
    table.columns.includes(column) ? table.rows.map(row => row[column.name] ?? null) : [],
  )
  const values = [...known, randomValue(random, column)]
  const operand = getOperandKind(operator)
  if (operand === 'value' && column.type !== 'String') {
    const value = random.pick(values)
    const isNullable = operator === 'Equal' || operator === 'NotEqual'
    return new ConditionTreeLeaf(
      path,
      operator,
      value === null && !isNullable ? randomValue(random, column) : value,
    )
  }
  return new ConditionTreeLeaf(
    path,
    operator,
    random.pick(operandsFor(operator, column.type, values)),
  )
}

/** Types that every database sorts in the same order. */
const sortable: ReadonlySet<ColumnType> = new Set(['Number', 'String', 'Date', 'Dateonly', 'Time'])

function randomScan(
  draw: Draw,
  select: SelectNode,
  reach: readonly Reach[],
  where: ConditionTree | undefined,
  call: Call,
): Scan {
  const { random, tables } = draw
  const orderBy = randomOrder(draw, select, reach)
  const page = random.chance(0.6)
    ? { skip: random.chance(0.5) ? 0 : random.between(0, 12), limit: random.between(1, 10) }
    : undefined
  const after = random.chance(0.3) ? randomAfter(random, tables, select, orderBy, call) : undefined
  return { select, where, orderBy, page, after }
}

/** Ends with the primary key, so that the order is total and there is one correct result. */
function randomOrder({ random, tables }: Draw, select: SelectNode, reach: readonly Reach[]) {
  const { primaryKey } = findTable(tables, select.collection)
  const choices = reach.filter(
    ({ path, column }) => sortable.has(column.type) && !primaryKey.includes(path),
  )
  const paths = random.some(choices, 1.5 / Math.max(choices.length, 1)).map(({ path }) => path)
  return [...new Set([...paths, ...primaryKey])].map(
    (field): SortClause => ({ field, ascending: random.chance(0.6) }),
  )
}

/** The sort values of a random row, so that other rows come before and after it. */
function randomAfter(
  random: Random,
  tables: readonly TestTable[],
  select: SelectNode,
  orderBy: readonly SortClause[],
  call: Call,
): unknown[] | undefined {
  const rows = expectedList(
    tables,
    { select: withAllColumns(tables, select), orderBy },
    call,
    'last',
  )
  if (rows.length === 0) return undefined
  const row: Row = random.pick(rows)
  return orderBy.map(({ field }) => getField(row, field))
}

function withAllColumns(tables: readonly TestTable[], node: SelectNode): SelectNode {
  return {
    ...node,
    columns: findTable(tables, node.collection).columns.map(column => column.name),
    joins: node.joins.map(join => ({ ...join, node: withAllColumns(tables, join.node) })),
  }
}

const groupable: ReadonlySet<ColumnType> = new Set([
  'Number',
  'String',
  'Boolean',
  'Enum',
  'Date',
  'Dateonly',
])

function randomAggregate(
  { random }: Draw,
  select: SelectNode,
  reach: readonly Reach[],
  where: ConditionTree | undefined,
): AggregateScan {
  const candidates = reach.filter(({ column }) => groupable.has(column.type))
  const groups = random
    .some(candidates, random.pick([0, 1.2, 2]) / Math.max(candidates.length, 1))
    .slice(0, 3)
    .map(({ path, column }): GroupBy => {
      const isDate = column.type === 'Date' || column.type === 'Dateonly'
      if (!isDate || random.chance(0.2)) return { field: path }
      return { field: path, operation: random.pick(dateOperations) }
    })
  return {
    select,
    where,
    aggregation: randomAggregation(random, reach, groups),
    limit: random.chance(0.3) ? random.between(1, 5) : undefined,
  }
}

function randomAggregation(
  random: Random,
  reach: readonly Reach[],
  groups: readonly GroupBy[],
): Aggregation {
  const operation = random.pick(aggregateOperations)
  const isOrdered = operation === 'Max' || operation === 'Min'
  const fields = reach.filter(({ column }) => {
    if (operation === 'Count') return true
    return (
      column.type === 'Number' ||
      (isOrdered && ['Date', 'Dateonly'].includes(column.type as string))
    )
  })
  if (fields.length === 0 || (operation === 'Count' && random.chance(0.5))) {
    return { operation: 'Count', groups }
  }
  return { operation, field: random.pick(fields).path, groups }
}
