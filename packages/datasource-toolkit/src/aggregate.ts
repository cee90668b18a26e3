import type { ColumnType } from './column-types.js'
import { truncateDate } from './dates/buckets.js'
import type { AggregateOperation, Aggregation, FieldPath, Group, GroupBy } from './query.js'
import { getField } from './record.js'
import type { GetColumnType } from './sort.js'
import type { Call, Row, SourceCapabilities } from './source.js'
import { bytes } from './values/bytes.js'
import { compareValues, jsonText } from './values/compare.js'
import {
  addDecimals,
  canonicalNumber,
  type Decimal,
  decimalText,
  divideDecimal,
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
  getType: GetColumnType,
  call: Call,
  limit?: number,
  nulls: SourceCapabilities['nulls'] = 'last',
): Group[] {
  const fold = startFold(aggregation, getType, call)
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
export function startFold(aggregation: Aggregation, getType: GetColumnType, call: Call): Fold {
  const { operation, field, groups: keys = [] } = aggregation
  const type = (field === undefined ? undefined : getType(field)) ?? 'Number'
  const start = () => starters[operation](type)
  const buckets = new Map<string, Bucket>()
  if (keys.length === 0) buckets.set('', { group: {}, accumulator: start() })
  return {
    add(rows) {
      for (const row of rows) {
        const { accumulator } = getBucket(buckets, keys, row, call, start)
        // Without a field, every row counts, even if all its values are null.
        const value = field === undefined ? true : getField(row, field)
        if (value !== null) accumulator.add(value)
      }
    },
    groups(limit, nulls = 'last') {
      const valueType = operation === 'Max' || operation === 'Min' ? type : 'Number'
      const results = [...buckets.values()]
        .map(({ group, accumulator }) => ({ group, value: accumulator.value() }))
        .sort(
          (a, b) =>
            compareValueDescending(valueType, a.value, b.value) ||
            compareGroups(keys, getType, nulls, a.group, b.group),
        )
      return limit === undefined ? results : results.slice(0, limit)
    },
  }
}

interface Bucket {
  readonly group: Readonly<Record<FieldPath, unknown>>
  readonly accumulator: Accumulator
}

function getBucket(
  buckets: Map<string, Bucket>,
  keys: readonly GroupBy[],
  row: Row,
  call: Call,
  start: () => Accumulator,
): Bucket {
  const values = keys.map(key => groupValue(row, key, call))
  const text = values.length === 0 ? '' : jsonText(values.map(toGroupKey))
  const known = buckets.get(text)
  if (known) return known
  const group = Object.fromEntries(keys.map(({ field }, index) => [field, values[index]]))
  const bucket = { group, accumulator: start() }
  buckets.set(text, bucket)
  return bucket
}

function groupValue(row: Row, { field, operation }: GroupBy, call: Call): unknown {
  const value = getField(row, field)
  if (value === null || !operation) return value
  return truncateDate(value as string, operation, call.timezone)
}

function toGroupKey(value: unknown): unknown {
  return value instanceof Uint8Array ? bytes.formatHex(value) : value
}

/** The running value of one group. */
interface Accumulator {
  add(value: unknown): void
  value(): unknown
}

const starters: Readonly<Record<AggregateOperation, (type: ColumnType) => Accumulator>> = {
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
  Avg: () => sumTally(divideDecimal),
  Max: type => extremeTally(type, 1),
  Min: type => extremeTally(type, -1),
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** Sums integers as doubles while that is exact, then switches to decimals. */
function sumTally(toResult: (sum: Decimal, count: number) => unknown): Accumulator {
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
        : toResult(addDecimals(rest, { digits: BigInt(whole), scale: 0 }), count)
    },
  }
}

function extremeTally(type: ColumnType, sign: 1 | -1): Accumulator {
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
  getType: GetColumnType,
  nulls: SourceCapabilities['nulls'],
  a: Readonly<Record<FieldPath, unknown>>,
  b: Readonly<Record<FieldPath, unknown>>,
): number {
  for (const { field, operation } of groups) {
    const type = operation ? 'Dateonly' : (getType(field) ?? 'Json')
    const order = compareValues(type, a[field], b[field], nulls)
    if (order !== 0) return order
  }
  return 0
}
