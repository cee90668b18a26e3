import { ValidationError } from '@service/base'
import { escapeLike, type Operator } from '@service/datasource-toolkit'
import type { Dialect, Encode, OutOfRange } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import { type Sql, sql } from '../sql.js'
import { parseLike } from './like.js'
import { and, everything, nothing, or, type ParameterRef } from './slots.js'

/** The variant of a leaf's SQL and the values it binds. */
interface Lowered {
  readonly variant: string
  readonly values: readonly unknown[]
}

export interface LeafRule {
  lower(dialect: Dialect, column: ColumnInfo, value: unknown): Lowered
  compile(
    dialect: Dialect,
    column: ColumnInfo,
    reference: Sql,
    slots: readonly ParameterRef[],
    variant: string,
  ): Sql
}

const noValue: Lowered = { variant: '', values: [] }
const isNull: Lowered = { variant: 'null', values: [] }
const nullTest = (dialect: Dialect, column: ColumnInfo, reference: Sql): Sql =>
  dialect.isNull?.(column, reference) ?? sql`${reference} is null`
const orNull = (dialect: Dialect, column: ColumnInfo, piece: Sql, reference: Sql): Sql =>
  or([piece, nullTest(dialect, column, reference)])
const not = (piece: Sql): Sql => sql`not ${piece}`

export const operandEncoder = (dialect: Dialect, column: ColumnInfo): Encode =>
  (dialect.encodeOperand ?? dialect.encode)(column)

const beyondAll: Readonly<Record<OutOfRange, Lowered>> = {
  above: { variant: 'above', values: [] },
  below: { variant: 'below', values: [] },
}

function lowerOperand(dialect: Dialect, column: ColumnInfo, value: unknown): Lowered {
  if (value === null || value === undefined) return isNull
  const beyond = dialect.beyond?.(column, value)
  if (beyond) return beyondAll[beyond]
  return {
    variant: dialect.comparison(column, [value]),
    values: [operandEncoder(dialect, column)(value)],
  }
}

/**
 * Compiles an ordering comparison, which is never true for null. Every value is less than an
 * operand above the range.
 */
const ordering = (symbol: Sql, always: OutOfRange): LeafRule => ({
  lower: lowerOperand,
  compile(dialect, column, reference, [slot], variant) {
    if (slot) {
      return sql`${dialect.comparable(column, reference, variant)} ${symbol} ${dialect.operand(column, slot, variant)}`
    }
    if (variant === isNull.variant) return nothing
    const infinity = dialect.infinity?.(column, variant as OutOfRange)
    if (!infinity) return variant === always ? sql`${reference} is not null` : nothing
    if (variant === always)
      return sql`${reference} ${always === 'above' ? sql`<` : sql`>`} ${infinity}`
    return sql`${reference} ${variant === 'above' ? sql`>=` : sql`<=`} ${infinity}`
  },
})

function equals(
  dialect: Dialect,
  column: ColumnInfo,
  reference: Sql,
  slot: ParameterRef,
  variant: string,
): Sql {
  const loose = sql`${dialect.comparable(column, reference, variant)} = ${dialect.operand(column, slot, variant)}`
  const exact = dialect.exact?.(column)
  return exact ? and([loose, sql`${exact.left(reference)} = ${exact.right(slot)}`]) : loose
}

const equal: LeafRule = {
  lower: lowerOperand,
  compile(dialect, column, reference, [slot], variant) {
    if (!slot) return variant === isNull.variant ? nullTest(dialect, column, reference) : nothing
    return equals(dialect, column, reference, slot, variant)
  },
}

const notEqual: LeafRule = {
  lower: lowerOperand,
  compile(dialect, column, reference, [slot], variant) {
    if (!slot) return variant === isNull.variant ? sql`${reference} is not null` : everything
    return orNull(
      dialect,
      column,
      not(sql`(${equals(dialect, column, reference, slot, variant)})`),
      reference,
    )
  },
}

const LIST_OF_NULL = 'n'

/** The variant of a list is `[n]<parameters>:<comparison>`. */
function lowerList(dialect: Dialect, column: ColumnInfo, value: unknown): Lowered {
  if (!Array.isArray(value)) {
    throw new ValidationError(`'${column.name}' must be compared with a list of values.`)
  }
  const given = value.filter(element => element !== null && element !== undefined)
  const nullMark = given.length < value.length ? LIST_OF_NULL : ''
  const { beyond } = dialect
  const present = beyond ? given.filter(element => !beyond(column, element)) : given
  if (present.length === 0) return { variant: `${nullMark}0:`, values: [] }
  const comparison = dialect.comparison(column, present)
  const encoded = present.map(operandEncoder(dialect, column))
  if (dialect.hasArrays) return { variant: `${nullMark}1:${comparison}`, values: [encoded] }
  if (encoded.length > dialect.maxParameters / 4) {
    throw new ValidationError(
      `'${column.name}' is compared with ${encoded.length} values; at most ${Math.floor(dialect.maxParameters / 4)} are allowed.`,
    )
  }
  const padded = padToPowerOfTwo(encoded)
  return { variant: `${nullMark}${padded.length}:${comparison}`, values: padded }
}

/** Lists of 5 to 8 values share one statement: the last value is repeated. */
function padToPowerOfTwo(values: unknown[]): unknown[] {
  const length = 2 ** Math.ceil(Math.log2(values.length))
  return [...values, ...new Array<unknown>(length - values.length).fill(values.at(-1))]
}

function inList(
  dialect: Dialect,
  column: ColumnInfo,
  reference: Sql,
  slots: readonly ParameterRef[],
  variant: string,
): Sql {
  const comparison = variant.slice(variant.indexOf(':') + 1)
  const [first] = slots
  if (!first) return nothing
  const left = dialect.comparable(column, reference, comparison)
  const exact = dialect.exact?.(column)
  if (dialect.operands) {
    const loose = sql`${left} = any(${dialect.operands(column, first, comparison)})`
    return exact ? and([loose, sql`${exact.left(reference)} = any(${exact.right(first)})`]) : loose
  }
  const operands = slots.map(slot => dialect.operand(column, slot, comparison))
  const loose = sql`${left} in (${sql.join(operands)})`
  if (!exact) return loose
  return and([
    loose,
    sql`${exact.left(reference)} in (${sql.join(slots.map(slot => exact.right(slot)))})`,
  ])
}

const isIn: LeafRule = {
  lower: lowerList,
  compile(dialect, column, reference, slots, variant) {
    const listed = inList(dialect, column, reference, slots, variant)
    if (!variant.startsWith(LIST_OF_NULL)) return listed
    return slots.length === 0
      ? nullTest(dialect, column, reference)
      : orNull(dialect, column, listed, reference)
  },
}

const notIn: LeafRule = {
  lower: lowerList,
  compile(dialect, column, reference, slots, variant) {
    const refusesNull = variant.startsWith(LIST_OF_NULL)
    if (slots.length === 0) return refusesNull ? sql`${reference} is not null` : everything
    const unlisted = not(sql`(${inList(dialect, column, reference, slots, variant)})`)
    return refusesNull
      ? and([unlisted, sql`${reference} is not null`])
      : orNull(dialect, column, unlisted, reference)
  },
}

type ToPattern = (text: string) => string

function matching(toPattern: ToPattern, isCaseSensitive: boolean): LeafRule {
  return {
    lower(dialect, _column, value) {
      if (value === null || value === undefined) return isNull
      const tokens = parseLike(toPattern(String(value)))
      return { variant: '', values: [dialect.likePattern(tokens, isCaseSensitive)] }
    },
    compile(dialect, column, reference, [slot]) {
      return slot ? dialect.like(column, reference, slot, isCaseSensitive) : nothing
    },
  }
}

function notMatching(toPattern: ToPattern, isCaseSensitive: boolean): LeafRule {
  const { lower, compile } = matching(toPattern, isCaseSensitive)
  return {
    lower,
    compile: (dialect, column, reference, slots, variant) =>
      orNull(
        dialect,
        column,
        not(sql`(${compile(dialect, column, reference, slots, variant)})`),
        reference,
      ),
  }
}

const MAX_LENGTH = 2 ** 31 - 1

/** Lengths are integers, so the operand is rounded without changing the result. */
const ofLength = (symbol: Sql, round: (length: number) => number): LeafRule => ({
  lower: (_dialect, _column, value) => ({
    variant: '',
    values: [Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, round(Number(value))))],
  }),
  compile: (dialect, _column, reference, [slot]) =>
    sql`${dialect.length(reference)} ${symbol} ${slot}`,
})

const present: LeafRule = {
  lower: () => noValue,
  compile(dialect, column, reference) {
    const isNotNull = sql`${reference} is not null`
    if (column.columnType !== 'String') return isNotNull
    return and([isNotNull, not(dialect.isEmptyText(reference))])
  },
}

const missing: LeafRule = {
  lower: () => noValue,
  compile: nullTest,
}

const includesAll: LeafRule = {
  lower: lowerArray,
  compile(dialect, column, reference, [slot], variant) {
    if (!dialect.includesAll || !slot) return nothing
    const list = dialect.comparable(column, reference, variant)
    return dialect.includesAll(list, dialect.operand(column, slot, variant))
  },
}

const includesNone: LeafRule = {
  lower: lowerArray,
  compile(dialect, column, reference, [slot], variant) {
    if (!dialect.includesSome || !slot) return nothing
    const list = dialect.comparable(column, reference, variant)
    const includesSome = dialect.includesSome(list, dialect.operand(column, slot, variant))
    return orNull(dialect, column, not(sql`(${includesSome})`), reference)
  },
}

function lowerArray(dialect: Dialect, column: ColumnInfo, value: unknown): Lowered {
  const list = Array.isArray(value) ? value : [value]
  return { variant: dialect.comparison(column, list), values: [dialect.encode(column)(list)] }
}

const as: ToPattern = pattern => pattern
const containing: ToPattern = text => `%${escapeLike(text)}%`
const startingWith: ToPattern = text => `${escapeLike(text)}%`
const endingWith: ToPattern = text => `%${escapeLike(text)}`

/** The SQL of each operator. The engine derives operators that are not listed. */
export const leafRules: { readonly [name in Operator]?: LeafRule } = {
  Equal: equal,
  NotEqual: notEqual,
  In: isIn,
  NotIn: notIn,
  LessThan: ordering(sql`<`, 'above'),
  GreaterThan: ordering(sql`>`, 'below'),
  LessThanOrEqual: ordering(sql`<=`, 'above'),
  GreaterThanOrEqual: ordering(sql`>=`, 'below'),
  Like: matching(as, true),
  ILike: matching(as, false),
  Contains: matching(containing, true),
  StartsWith: matching(startingWith, true),
  EndsWith: matching(endingWith, true),
  IContains: matching(containing, false),
  IStartsWith: matching(startingWith, false),
  IEndsWith: matching(endingWith, false),
  NotContains: notMatching(containing, true),
  NotIContains: notMatching(containing, false),
  LongerThan: ofLength(sql`>`, Math.floor),
  ShorterThan: ofLength(sql`<`, Math.ceil),
  Present: present,
  Missing: missing,
  IncludesAll: includesAll,
  IncludesNone: includesNone,
}
