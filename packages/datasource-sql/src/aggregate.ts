import type { AggregateScan, Call, FieldPath, Group, ZoneOffset } from '@service/datasource-toolkit'
import { zoneOffsets } from '@service/datasource-toolkit'
import {
  type AggregateQuery,
  aggregateShape,
  type CompiledAggregate,
  compileAggregate,
} from './compile/compile-aggregate.js'
import { columnInfoAt } from './compile/join-tree.js'
import type { SqlSource } from './source.js'

/** Aggregates the rows of a scan into groups, in the database. */
export async function aggregate(
  source: SqlSource,
  scan: AggregateScan,
  call: Call,
): Promise<Group[]> {
  const { database, guardedDates } = source
  const { limits } = source.dialect.buckets
  const offsets = await readOffsets(source, scan, call)
  const query: AggregateQuery = { scan, timezone: call.timezone, offsets }
  const dates = limits ? findDates(source, scan).map(({ column }) => column) : []
  if (!limits || dates.length === 0) return read(source, query, call)
  const guarded = { ...query, isGuarded: true }
  if (database.isSessionShared || dates.some(column => guardedDates.has(column))) {
    return read(source, guarded, call)
  }
  try {
    return await read(source, query, call)
  } catch (error) {
    if (!limits.isExceeded(error)) throw error
    const groups = await read(source, guarded, call)
    for (const column of dates) guardedDates.add(column)
    return groups
  }
}

async function read(source: SqlSource, query: AggregateQuery, call: Call): Promise<Group[]> {
  const { cached, values } = source.statements.bound(
    query,
    'aggregate ',
    each => aggregateShape(source, each),
    (each, shape) => withDecoder(compileAggregate(source, each, shape)),
  )
  const { text, decode } = cached.compiled
  const statement = { text, values, name: cached.name, decode }
  const { rows } = await source.database.read(statement, call.signal)
  return rows as Group[]
}

const withDecoder = (compiled: CompiledAggregate) => ({
  ...compiled,
  decode(cells: readonly unknown[]): Group {
    const decoded = (index: number, decode: CompiledAggregate['value']) => {
      const cell = cells[index] ?? null
      return cell === null || !decode ? cell : decode(cell)
    }
    const group: Record<FieldPath, unknown> = {}
    compiled.groups.forEach(({ field, decode }, index) => {
      group[field] = decoded(index + 1, decode)
    })
    return { value: decoded(0, compiled.value), group }
  },
})

/** The dates that are grouped by period. */
const findDates = ({ collections }: SqlSource, { aggregation, select }: AggregateScan) =>
  (aggregation.groups ?? [])
    .filter(({ operation }) => operation)
    .map(({ field }) => ({ field, column: columnInfoAt(collections, select, field) }))

/** For databases without time zones: the UTC offsets in force over the instants to be grouped. */
async function readOffsets(
  source: SqlSource,
  scan: AggregateScan,
  call: Call,
): Promise<Map<FieldPath, readonly ZoneOffset[]>> {
  const offsets = new Map<FieldPath, readonly ZoneOffset[]>()
  if (source.dialect.buckets.hasZones) return offsets
  const fields = findDates(source, scan)
    .filter(({ column }) => column.columnType === 'Date')
    .map(({ field }) => field)
  await Promise.all(
    fields.map(async field => {
      const [from, to] = isUtc(call.timezone)
        ? [call.now, call.now]
        : await extent(source, scan, field, call)
      offsets.set(field, zoneOffsets(call.timezone, from, to))
    }),
  )
  return offsets
}

const isUtc = (timezone: string): boolean => timezone === 'UTC' || timezone === 'Etc/UTC'

/** Infinities and years outside four digits do not limit the range of ordinary instants. */
const isOrdinary = (text: string): boolean => /^\d{4}-\d\d-\d\dT.*Z$/.test(text)

/** Zones have constant offsets before and after these instants. */
const beyondZones = { Min: new Date('1900-01-01'), Max: new Date('2101-01-01') }

async function extent(
  source: SqlSource,
  { select, where }: AggregateScan,
  field: FieldPath,
  call: Call,
): Promise<readonly [Date, Date]> {
  const extreme = async (operation: 'Min' | 'Max'): Promise<Date> => {
    const scan: AggregateScan = { select, where, aggregation: { operation, field } }
    const [group] = await aggregate(source, scan, call)
    if (group?.value === null) return call.now
    const text = String(group?.value)
    return isOrdinary(text) ? new Date(text) : beyondZones[operation]
  }
  return Promise.all([extreme('Min'), extreme('Max')])
}
