import type { ColumnType } from './column-types.js'
import { truncateDate } from './dates/buckets.js'
import type { AggregateOperation, Aggregation, FieldPath, Group, GroupBy } from './query.js'
import { getField } from './record.js'
import type { TypeOf } from './sort.js'
import type { Call, Row, SourceCapabilities } from './source.js'
import { compareValues, jsonText } from './values/compare.js'
import {
  addDecimals,
  canonicalNumber,
  type Decimal,
  decimalText,
  parseDecimal,
  specialNumber,
} from './values/decimal.js'

/**
 * Aggregates rows into groups, sorted by value descending (null last), then by group values
 * ascending; then the limit applies.
 *
 * @example
 * aggregateRows(rows, { operation: 'Sum', field: 'total' }, () => 'Number', call)
 * // [{ value: 120, group: {} }]
 */
export function aggregateRows(
  rows: readonly Row[],
  aggregation: Aggregation,
  typeOf: TypeOf,
  call: Call,
  limit?: number,
  nulls: SourceCapabilities['nulls'] = 'last',
): Group[] {
  const fold = startFold(aggregation, typeOf, call)
  fold.add(rows)
  return fold.groups(limit, nulls)
}

/** An aggregate of rows that arrive in chunks: it keeps one value per group and no rows. */
export interface Fold {
  add(rows: readonly Row[]): void
  groups(limit?: number, nulls?: SourceCapabilities['nulls']): Group[]
}

/**
 * Starts an aggregate over rows that arrive in chunks.
 *
 * @example
 * const fold = startFold({ operation: 'Sum', field: 'total' }, () => 'Number', call)
 * for await (const rows of chunks) fold.add(rows)
 * fold.groups() // [{ value: 120, group: {} }]
 */
export function startFold(aggregation: Aggregation, typeOf: TypeOf, call: Call): Fold {
  const { operation, field, groups: keys = [] } = aggregation
  const type = (field === undefined ? undefined : typeOf(field)) ?? 'Number'
  const start = () => starters[operation](type)
  const buckets = new Map<string, Bucket>()
  if (keys.length === 0) buckets.set('', { group: {}, tally: start() })
  return {
    add(rows) {
      for (const row of rows) {
        const { tally } = bucketOf(buckets, keys, row, call, start)
        // Without a field, every row counts, even if all its values are null.
        const value = field === undefined ? true : getField(row, field)
        if (value !== null) tally.add(value)
      }
    },
    groups(limit, nulls = 'last') {
      const valueType = operation === 'Max' || operation === 'Min' ? type : 'Number'
      const answer = [...buckets.values()]
        .map(({ group, tally }) => ({ group, value: tally.value() }))
        .sort(
          (a, b) =>
            compareValueDescending(valueType, a.value, b.value) ||
            compareGroups(keys, typeOf, nulls, a.group, b.group),
        )
      return limit === undefined ? answer : answer.slice(0, limit)
    },
  }
}

interface Bucket {
  readonly group: Readonly<Record<FieldPath, unknown>>
  readonly tally: Tally
}

function bucketOf(
  buckets: Map<string, Bucket>,
  keys: readonly GroupBy[],
  row: Row,
  call: Call,
  start: () => Tally,
): Bucket {
  const values = keys.map(key => groupValue(row, key, call))
  const text = values.length === 0 ? '' : jsonText(values.map(keyOf))
  const known = buckets.get(text)
  if (known) return known
  const group = Object.fromEntries(keys.map(({ field }, index) => [field, values[index]]))
  const bucket = { group, tally: start() }
  buckets.set(text, bucket)
  return bucket
}

function groupValue(row: Row, { field, operation }: GroupBy, call: Call): unknown {
  const value = getField(row, field)
  if (value === null || !operation) return value
  return truncateDate(value as string, operation, call.timezone)
}

function keyOf(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** The running value of one group. */
interface Tally {
  add(value: unknown): void
  value(): unknown
}

const starters: Readonly<Record<AggregateOperation, (type: ColumnType) => Tally>> = {
  Count: () => {
    let count = 0
    return {
      add() {
        count++
      },
      value: () => count,
    }
  },
  Sum: () => sumTally(sum => canonicalNumber(decimalText(sum))),
  Avg: () => sumTally((sum, count) => Number(decimalText(sum)) / count),
  Max: type => extremeTally(type, 1),
  Min: type => extremeTally(type, -1),
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** Sums integers as doubles while that is exact, then switches to decimals. */
function sumTally(answer: (sum: Decimal, count: number) => unknown): Tally {
  let count = 0
  let whole = 0
  let rest = zero
  /** The sum of values that are not finite: NaN or an infinity. */
  let special: number | undefined
  return {
    add(value) {
      count++
      const beyond = typeof value === 'string' ? specialNumber(value) : undefined
      if (beyond) special = (special ?? 0) + Number(beyond)
      else if (Number.isSafeInteger(value) && Number.isSafeInteger(whole + (value as number))) {
        whole += value as number
      } else rest = addDecimals(rest, parseDecimal(value as string | number) ?? zero)
    },
    value() {
      if (special !== undefined) return String(special)
      return count === 0
        ? null
        : answer(addDecimals(rest, { digits: BigInt(whole), scale: 0 }), count)
    },
  }
}

function extremeTally(type: ColumnType, sign: 1 | -1): Tally {
  let best: unknown = null
  return {
    add(value) {
      if (best === null || compareValues(type, value, best, 'last') * sign > 0) best = value
    },
    value: () => best,
  }
}

function compareValueDescending(type: ColumnType, a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return compareValues(type, b, a, 'last')
}

function compareGroups(
  groups: readonly GroupBy[],
  typeOf: TypeOf,
  nulls: SourceCapabilities['nulls'],
  a: Readonly<Record<FieldPath, unknown>>,
  b: Readonly<Record<FieldPath, unknown>>,
): number {
  for (const { field, operation } of groups) {
    const type = operation ? 'Dateonly' : (typeOf(field) ?? 'Json')
    const order = compareValues(type, a[field], b[field], nulls)
    if (order !== 0) return order
  }
  return 0
}
