import { show, ValidationError } from '@service/base'
import type { ColumnType } from '../column-types.js'
import { ConditionTreeLeaf } from '../condition-tree/leaf.js'
import { startOfLocalDay } from '../dates/zone.js'
import { getOperandKind, legalOperators, operandType } from '../operator-table.js'
import type { Operator } from '../operators.js'
import type { Leaf } from '../query.js'
import { readDate } from '../values/instant.js'
import { parseValue } from '../values/parse-value.js'

/** What validation needs to know about a column. */
export interface FilterColumn {
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
  readonly alsoHolds?: RegExp
  /** The operators available on the column. Optional: all legal ones for its type by default. */
  readonly operators?: Iterable<Operator>
}

/**
 * Checks a leaf of a filter against its column and returns it with the value in canonical form. A
 * `Date` that is compared with a day uses the start of that day in the time zone, UTC by default.
 *
 * @throws ValidationError naming the field and what is allowed.
 * @example
 * validateLeaf({ field: 'id', operator: 'In', value: '1,2' }, { columnType: 'Number' })
 * // id in [1, 2]
 */
export function validateLeaf(leaf: Leaf, column: FilterColumn, timezone?: string): Leaf {
  const legal = legalOperators(column.columnType)
  const available = [...(column.operators ?? legal)]
  if (!legal.has(leaf.operator) || !available.includes(leaf.operator)) {
    const allowed = available.filter(operator => legal.has(operator))
    throw new ValidationError(
      `Operator '${leaf.operator}' cannot filter '${leaf.field}' (${typeName(column.columnType)}). ${
        allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'No operator can.'
      }`,
    )
  }
  return new ConditionTreeLeaf(leaf.field, leaf.operator, castFilterValue(leaf, column, timezone))
}

/**
 * Returns the value of a leaf in canonical form; undefined for an operator without operand.
 *
 * @throws ValidationError naming the field, the operator and the value.
 * @example
 * castFilterValue({ field: 'total', operator: 'Equal', value: '12' }, { columnType: 'Number' }) // 12
 */
export function castFilterValue(leaf: Leaf, column: FilterColumn, timezone = 'UTC'): unknown {
  const { operator, value } = leaf
  const operand = getOperandKind(operator)
  if (operand === 'none') return refuseValue(leaf)
  if (value === undefined && operator !== 'Equal' && operator !== 'NotEqual') refuseNull(leaf)
  if (operand === 'pattern') return value
  if (operand === 'number') return castCount(leaf)
  if ((value ?? null) === null && operand === 'value' && !acceptsNull.has(operator))
    refuseNull(leaf)
  const type = operandType(operator, column.columnType) as ColumnType
  if (type === 'Date' && takesDay.has(operator)) {
    const start = startOfDay(value, timezone)
    if (start !== undefined) return start
  }
  const list = Array.isArray(column.columnType) || operand === 'list'
  return parseNamed(leaf, type, list ? toList(value, type) : value, column)
}

const acceptsNull: ReadonlySet<Operator> = new Set(['Equal', 'NotEqual'])

/** Operators that can compare an instant with a day. */
const takesDay: ReadonlySet<Operator> = new Set(['Before', 'After', 'LessThan', 'GreaterThan'])

/** Returns the first instant of a day; undefined when the value is not a day. */
function startOfDay(value: unknown, timezone: string): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const midnight = readDate(`${value}T00:00:00Z`)
  return midnight && new Date(startOfLocalDay(timezone, midnight.getTime())).toISOString()
}

function parseNamed(
  leaf: Leaf,
  type: ColumnType,
  value: unknown,
  { enumValues, alsoHolds }: FilterColumn,
): unknown {
  try {
    return parseValue(type, value, enumValues, alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(
      `The value of '${leaf.operator}' on '${leaf.field}' is wrong: ${error.message}`,
      { cause: error },
    )
  }
}

/** Splits a text at its commas; any other single value becomes a list of one. */
function toList(value: unknown, type: ColumnType): unknown {
  if (Array.isArray(value) || value === undefined) return value
  if (typeof value !== 'string') return [value]
  const items = value.split(',').map(item => item.trim())
  const element = Array.isArray(type) ? type[0] : type
  return element === 'String' ? items : items.filter(item => item !== '')
}

interface CountRange {
  readonly words: string
  readonly min: number
  readonly max: number
  readonly isWhole: boolean
}

const days: CountRange = { words: 'of days', min: 0, max: 100_000, isWhole: true }
const hours: CountRange = { words: 'of hours', min: 0, max: 2_400_000, isWhole: false }
const lengths: CountRange = { words: 'of characters', min: 0, max: 2 ** 31 - 1, isWhole: true }

/** Larger counts result in dates that databases cannot represent. */
const ranges: Partial<Readonly<Record<Operator, CountRange>>> = {
  PreviousXDays: days,
  PreviousXDaysToDate: days,
  BeforeXHoursAgo: hours,
  AfterXHoursAgo: hours,
  LongerThan: lengths,
  ShorterThan: lengths,
}

function castCount({ field, operator, value }: Leaf): number {
  const { words, min, max, isWhole } = ranges[operator] ?? lengths
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  const count = isNumeric ? Number(value) : Number.NaN
  if (count >= min && count <= max && (!isWhole || Number.isInteger(count))) return count
  throw new ValidationError(
    `'${operator}' on '${field}' needs a ${isWhole ? 'whole ' : ''}number ${words} between ${min} and ${max}, not ${show(value)}.`,
  )
}

function refuseValue({ field, operator, value }: Leaf): undefined {
  if (value === null || value === undefined) return undefined
  throw new ValidationError(`'${operator}' on '${field}' takes no value, not ${show(value)}.`)
}

function refuseNull({ field, operator }: Leaf): never {
  throw new ValidationError(`'${operator}' on '${field}' needs a value.`)
}

function typeName(columnType: ColumnType): string {
  return typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
}
