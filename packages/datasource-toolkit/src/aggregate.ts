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
} from './values/decimal.js'

/**
 * Folds rows into groups: by value descending (null last), then by group values ascending, then cut.
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
  const { operation, field, groups = [] } = aggregation
  const type = (field === undefined ? undefined : typeOf(field)) ?? 'Number'
  const answer = gather(rows, groups, call).map(({ group, rows: members }) => ({
    group,
    value: folds[operation](valuesOf(members, field), type),
  }))
  const valueType = operation === 'Max' || operation === 'Min' ? type : 'Number'
  answer.sort(
    (a, b) =>
      compareValueDescending(valueType, a.value, b.value) ||
      compareGroups(groups, typeOf, nulls, a.group, b.group),
  )
  return limit === undefined ? answer : answer.slice(0, limit)
}

interface Bucket {
  readonly group: Readonly<Record<FieldPath, unknown>>
  readonly rows: Row[]
}

function gather(rows: readonly Row[], groups: readonly GroupBy[], call: Call): readonly Bucket[] {
  if (groups.length === 0) return [{ group: {}, rows: [...rows] }]
  const buckets = new Map<string, Bucket>()
  for (const row of rows) {
    const values = groups.map(group => groupValue(row, group, call))
    const key = jsonText(values.map(keyOf))
    const bucket = buckets.get(key)
    if (bucket) bucket.rows.push(row)
    else {
      const group = Object.fromEntries(groups.map(({ field }, index) => [field, values[index]]))
      buckets.set(key, { group, rows: [row] })
    }
  }
  return [...buckets.values()]
}

function groupValue(row: Row, { field, operation }: GroupBy, call: Call): unknown {
  const value = getField(row, field)
  if (value === null || !operation) return value
  return truncateDate(value as string, operation, call.timezone)
}

function keyOf(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

/** Without a field every row counts, whatever its values. */
function valuesOf(rows: readonly Row[], field: FieldPath | undefined): unknown[] {
  if (field === undefined) return rows.map(() => true)
  return rows.map(row => getField(row, field)).filter(value => value !== null)
}

type Fold = (values: readonly unknown[], type: ColumnType) => unknown

const folds: Readonly<Record<AggregateOperation, Fold>> = {
  Count: values => values.length,
  Sum: values => (values.length === 0 ? null : canonicalNumber(decimalText(sum(values)))),
  Avg: values => (values.length === 0 ? null : Number(decimalText(sum(values))) / values.length),
  Max: (values, type) => extreme(values, type, 1),
  Min: (values, type) => extreme(values, type, -1),
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** Whole numbers add up in doubles as long as they fit; the rest adds up in decimals. */
function sum(values: readonly unknown[]): Decimal {
  let whole = 0
  let rest = zero
  for (const value of values) {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(whole + (value as number))) {
      whole += value as number
    } else rest = addDecimals(rest, parseDecimal(value as string | number) ?? zero)
  }
  return addDecimals(rest, { digits: BigInt(whole), scale: 0 })
}

function extreme(values: readonly unknown[], type: ColumnType, sign: 1 | -1): unknown {
  return values.reduce<unknown>((best, value) => {
    const isBetter = best === null || compareValues(type, value, best, 'last') * sign > 0
    return isBetter ? value : best
  }, null)
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
