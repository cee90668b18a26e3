import type {
  AggregateScan,
  Aggregation,
  Call,
  FieldPath,
  GroupBy,
  ZoneOffset,
} from '@service/datasource-toolkit'
import type { Decode } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import { type Sql, sql } from '../sql.js'
import { compileCondition } from './condition.js'
import { compileFrom } from './from.js'
import { columnAt, type JoinTree, joinTree, treesOnTheWay } from './join-tree.js'
import { listPaths } from './paths.js'
import {
  addCondition,
  addSelect,
  addValues,
  emptyShape,
  type Shape,
  type ShapeContext,
} from './shape.js'
import { type ParameterRef, printStatement, type SqlText } from './slots.js'

/** An aggregate with the time zone data its date groups need. */
export interface AggregateQuery {
  readonly scan: AggregateScan
  readonly timezone: Call['timezone']
  /** UTC offsets per date group, for databases without time zones. */
  readonly offsets: ReadonlyMap<FieldPath, readonly ZoneOffset[]>
  /** Dates near the limits of their type have no period, see `DateLimits`. Optional. */
  readonly isGuarded?: boolean
}

export interface AggregateShape extends Shape {
  limit?: ParameterRef
  zone?: ParameterRef
  isGuarded?: boolean
  readonly shifts: Map<FieldPath, Shift>
}

/**
 * Seconds to add to UTC: `seconds[0]` before `until[0]`, then `seconds[1]` before `until[1]`, and
 * so on.
 */
interface Shift {
  readonly until: readonly ParameterRef[]
  readonly seconds: readonly ParameterRef[]
}

export interface CompiledAggregate extends SqlText {
  readonly value: Decode | undefined
  readonly groups: readonly { readonly field: FieldPath; readonly decode: Decode | undefined }[]
}

export function aggregateShape(context: ShapeContext, query: AggregateQuery): AggregateShape {
  const { scan } = query
  const shape: AggregateShape = { ...emptyShape(), shifts: new Map() }
  addSelect(shape, context, scan.select)
  if (scan.where) {
    shape.key += 'where '
    addCondition(shape, context, scan.select, scan.where)
  }
  shape.key += JSON.stringify(scan.aggregation)
  const groups = scan.aggregation.groups ?? []
  if (context.dialect.buckets.hasZones && groups.some(({ operation }) => operation)) {
    shape.zone = addValues(shape, [query.timezone])[0] as ParameterRef
  }
  if (query.isGuarded) {
    shape.isGuarded = true
    shape.key += 'guarded'
  }
  for (const [field, offsets] of query.offsets) addShift(shape, field, offsets)
  if (scan.limit !== undefined && groups.length > 0) {
    shape.limit = addValues(shape, [scan.limit])[0] as ParameterRef
    shape.key += 'limit'
  }
  return shape
}

function addShift(shape: AggregateShape, field: FieldPath, offsets: readonly ZoneOffset[]): void {
  shape.key += `${JSON.stringify(field)}${offsets.length}`
  shape.shifts.set(field, {
    until: addValues(
      shape,
      offsets.slice(1).map(({ from }) => from),
    ),
    seconds: addValues(
      shape,
      offsets.map(({ offsetSeconds }) => offsetSeconds),
    ),
  })
}

/**
 * Compiles three nested selects when there are groups: the rows with the value and the local date
 * of each group, then the period of each date, then the groups. Databases flatten them.
 */
export function compileAggregate(
  context: ShapeContext,
  { scan }: AggregateQuery,
  shape: AggregateShape,
): CompiledAggregate {
  const { dialect } = context
  const tree = joinTree(context.collections, scan.select)
  const { aggregation } = scan
  const groups = aggregation.groups ?? []
  const column =
    aggregation.field === undefined ? undefined : columnAt(dialect, tree, aggregation.field)
  const value = column && dialect.comparable(column.column, column.reference, 'sort')
  const decodeValue = valueDecoder(context, aggregation, column?.column)
  const rows = compileRows(context, scan, shape, tree)
  if (groups.length === 0) {
    const folded = fold(context, aggregation, column?.column, value)
    const text = printStatement(dialect.syntax, sql`select ${folded} from ${rows}`)
    return { ...text, value: decodeValue, groups: [] }
  }
  const folded = fold(context, aggregation, column?.column, value && sql`${sql.id('p', 'v')}`)
  const keys = groups.map((_, index) => sql`${sql.id('p', `g${index}`)}`)
  const nullsLast = dialect.nulls === 'last' ? sql` nulls last` : sql``
  const page = shape.limit ? sql` ${dialect.page(shape.limit, undefined, true)}` : sql``
  const periods = compilePeriods(context, groups, shape, tree, value, rows)
  const text = printStatement(
    dialect.syntax,
    sql`select ${folded} as ${sql.id('value')}, ${sql.join(keys)} from (${periods}) as ${sql.id('p')} group by ${sql.join(keys)} order by ${folded} desc${nullsLast}, ${sql.join(keys)}${page}`,
  )
  return {
    ...text,
    value: decodeValue,
    groups: groups.map(({ field, operation }) => ({
      field,
      decode: operation
        ? (dialect.buckets.decode ?? decodePeriod)
        : dialect.decodeGroup(columnAt(dialect, tree, field).column),
    })),
  }
}

const decodePeriod: Decode = cell => String(cell).slice(0, 10)

function compileRows(
  { dialect }: ShapeContext,
  scan: AggregateScan,
  shape: AggregateShape,
  tree: JoinTree,
): Sql {
  const { field, groups = [] } = scan.aggregation
  const used = treesOnTheWay(tree, [
    ...listPaths(scan.where),
    ...(field === undefined ? [] : [field]),
    ...groups.map(group => group.field),
  ])
  const from = compileFrom(dialect, shape, tree, node => used.has(node))
  return scan.where
    ? sql`${from} where ${compileCondition(dialect, shape, tree, scan.where)}`
    : from
}

function compilePeriods(
  { dialect }: ShapeContext,
  groups: readonly GroupBy[],
  shape: AggregateShape,
  tree: JoinTree,
  value: Sql | undefined,
  rows: Sql,
): Sql {
  const locals: Sql[] = []
  const periods: Sql[] = []
  groups.forEach(({ field, operation }, index) => {
    const { column, reference } = columnAt(dialect, tree, field)
    const name = sql.id(`g${index}`)
    const local = operation
      ? compileLocalTime(dialect, column, reference, shape, field)
      : dialect.groupKey(column, reference)
    locals.push(sql`${local} as ${name}`)
    const read = sql`${sql.id('r', `g${index}`)}`
    periods.push(operation ? sql`${dialect.buckets.truncate(operation, read)} as ${name}` : read)
  })
  if (value) {
    locals.push(sql`${value} as ${sql.id('v')}`)
    periods.push(sql`${sql.id('r', 'v')}`)
  }
  return sql`select ${sql.join(periods)} from (select ${sql.join(locals)} from ${rows}) as ${sql.id('r')}`
}

function compileLocalTime(
  dialect: ShapeContext['dialect'],
  column: ColumnInfo,
  stored: Sql,
  shape: AggregateShape,
  field: FieldPath,
): Sql {
  const { buckets } = dialect
  const reference = shape.isGuarded && buckets.limits ? buckets.limits.guard(stored) : stored
  if (column.columnType === 'Dateonly') return buckets.toDay?.(reference) ?? reference
  if (buckets.hasZones) return buckets.inZone(column, reference, shape.zone as ParameterRef)
  const { until, seconds } = shape.shifts.get(field) ?? { until: [], seconds: [] }
  const [first, ...others] = seconds
  if (others.length === 0) return buckets.shifted(column, reference, sql`${first}`)
  const cases = until.map(
    (slot, index) => sql`when ${buckets.isBefore(column, reference, slot)} then ${seconds[index]}`,
  )
  return buckets.shifted(
    column,
    reference,
    sql`case ${sql.join(cases, sql` `)} else ${others.at(-1)} end`,
  )
}

function fold(
  { dialect }: ShapeContext,
  { operation }: Aggregation,
  column: ColumnInfo | undefined,
  value: Sql | undefined,
): Sql {
  if (!value || !column) return sql`count(*)`
  if (operation === 'Count') return sql`count(${value})`
  if (operation === 'Max') return sql`max(${value})`
  if (operation === 'Min') return sql`min(${value})`
  return dialect.aggregate(operation, column, value)
}

function valueDecoder(
  { dialect }: ShapeContext,
  { operation }: Aggregation,
  column: ColumnInfo | undefined,
): Decode | undefined {
  if (operation === 'Max' || operation === 'Min') return column && dialect.decode(column)
  return operation === 'Sum' ? dialect.decodeSum : Number
}
