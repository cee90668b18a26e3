import type { ColumnType } from './column-types.js'
import { isLeaf } from './condition-tree/transforms.js'
import { dayText } from './dates/buckets.js'
import { type DateInterval, dateInterval } from './dates/intervals.js'
import { localDay } from './dates/zone.js'
import { MissingFieldError } from './errors.js'
import { matchesLike } from './like.js'
import type { Operator } from './operators.js'
import type { ConditionTree, Leaf } from './query.js'
import { getField } from './record.js'
import type { GetColumnType } from './sort.js'
import type { Call, Row } from './source.js'
import { compareValues } from './values/compare.js'
import { isListWithin } from './values/list-within.js'

/** The input of an operator: the value, the operand, the column type and the call. */
interface LeafInput {
  readonly value: unknown
  readonly operand: unknown
  readonly type: ColumnType
  readonly call: Call
  readonly operator: Operator
}

type Test = (input: LeafInput) => boolean

/**
 * Returns whether a row matches a tree, by the plain definition of each operator. Tests compare
 * every other evaluation with it.
 *
 * @example
 * evaluate(new ConditionTreeLeaf('total', 'GreaterThan', 5), { total: 7 }, () => 'Number', call) // true
 */
export function evaluate(
  tree: ConditionTree | undefined,
  row: Row,
  getType: GetColumnType,
  call: Call,
): boolean {
  if (!tree) return true
  if (isLeaf(tree)) return evaluateLeaf(tree, row, getType, call)
  return tree.aggregator === 'And'
    ? tree.conditions.every(condition => evaluate(condition, row, getType, call))
    : tree.conditions.some(condition => evaluate(condition, row, getType, call))
}

function evaluateLeaf(leaf: Leaf, row: Row, getType: GetColumnType, call: Call): boolean {
  const type = getType(leaf.field)
  if (type === undefined) throw new MissingFieldError('the row', leaf.field, Object.keys(row))
  const { operator } = leaf
  return tests[operator]({
    value: getField(row, leaf.field),
    operand: leaf.value ?? null,
    type,
    call,
    operator,
  })
}

const inInterval: Test = ({ value, operand, type, call, operator }) => {
  if (value === null) return false
  const { start, end } = getInterval(operator, operand, call, type)
  return (
    compareValues(type, value, start, 'last') >= 0 && compareValues(type, value, end, 'last') < 0
  )
}

/**
 * Cached because the bounds are the same for all rows of a call and computing them takes longer
 * than comparing.
 */
const intervals = new WeakMap<Call, Map<string, DateInterval>>()

function getInterval(
  operator: Operator,
  operand: unknown,
  call: Call,
  type: ColumnType,
): DateInterval {
  const known = intervals.get(call) ?? new Map<string, DateInterval>()
  intervals.set(call, known)
  const key = `${operator} ${operand} ${type}`
  const interval = known.get(key) ?? dateInterval(operator, operand, call, type)
  known.set(key, interval)
  return interval
}

const isMissing: Test = ({ value }) => value === null
const isBlank: Test = ({ value, type }) => value === null || (type === 'String' && value === '')
const isEqual: Test = ({ value, operand, type }) =>
  compareValues(type, value, operand, 'last') === 0

const isIn: Test = ({ value, operand, type }) =>
  toList(operand).some(item => compareValues(type, value, item, 'last') === 0)

const contains: Test = onTexts((value, operand) => value.includes(operand))
const iContains: Test = onTexts((value, operand) => fold(value).includes(fold(operand)))

/**
 * Returns the elements of a list; those of multidimensional arrays, which some databases have, are
 * flattened.
 */
function flattenItems(element: ColumnType, value: unknown): readonly unknown[] {
  return toList(value).flatMap(item =>
    isListWithin(element, item) ? flattenItems(element, item) : [item],
  )
}

const operandItems = ({ type, operand }: LeafInput): readonly unknown[] =>
  flattenItems(readElementType(type), operand)

const includes = (input: LeafInput, item: unknown): boolean => {
  const element = readElementType(input.type)
  return flattenItems(element, input.value).some(
    value => compareValues(element, value, item, 'last') === 0,
  )
}

const tests: Readonly<Record<Operator, Test>> = {
  Equal: isEqual,
  NotEqual: input => !isEqual(input),
  In: isIn,
  NotIn: input => !isIn(input),
  LessThan: ordered(order => order < 0),
  GreaterThan: ordered(order => order > 0),
  LessThanOrEqual: ordered(order => order <= 0),
  GreaterThanOrEqual: ordered(order => order >= 0),
  Before: ordered(order => order < 0),
  After: ordered(order => order > 0),

  Missing: isMissing,
  Blank: isBlank,
  Present: input => !isBlank(input),

  Contains: contains,
  NotContains: input => !contains(input),
  IContains: iContains,
  NotIContains: input => !iContains(input),
  StartsWith: onTexts((value, operand) => value.startsWith(operand)),
  EndsWith: onTexts((value, operand) => value.endsWith(operand)),
  IStartsWith: onTexts((value, operand) => fold(value).startsWith(fold(operand))),
  IEndsWith: onTexts((value, operand) => fold(value).endsWith(fold(operand))),
  Like: onTexts((value, operand) => matchesLike(operand, value)),
  ILike: onTexts((value, operand) => matchesLike(fold(operand), fold(value))),
  Match: ({ value, operand }) => typeof value === 'string' && toRegExp(operand).test(value),
  LongerThan: ({ value, operand }) =>
    typeof value === 'string' && countCharacters(value) > Number(operand),
  ShorterThan: ({ value, operand }) =>
    typeof value === 'string' && countCharacters(value) < Number(operand),

  IncludesAll: input =>
    input.value !== null && operandItems(input).every(item => includes(input, item)),
  IncludesNone: input =>
    input.value === null || !operandItems(input).some(item => includes(input, item)),

  Past: input => compareToInstant(input, nowFor(input)) < 0,
  Future: input => compareToInstant(input, nowFor(input)) > 0,
  BeforeXHoursAgo: input => compareToInstant(input, hoursAgo(input)) < 0,
  AfterXHoursAgo: input => compareToInstant(input, hoursAgo(input)) > 0,

  Today: inInterval,
  Yesterday: inInterval,
  PreviousWeek: inInterval,
  PreviousMonth: inInterval,
  PreviousQuarter: inInterval,
  PreviousYear: inInterval,
  PreviousWeekToDate: inInterval,
  PreviousMonthToDate: inInterval,
  PreviousQuarterToDate: inInterval,
  PreviousYearToDate: inInterval,
  PreviousXDays: inInterval,
  PreviousXDaysToDate: inInterval,
}

function ordered(accept: (order: number) => boolean): Test {
  return ({ value, operand, type }) =>
    value !== null && operand !== null && accept(compareValues(type, value, operand, 'last'))
}

function onTexts(test: (value: string, operand: string) => boolean): Test {
  return ({ value, operand }) =>
    typeof value === 'string' && typeof operand === 'string' && test(value, operand)
}

/**
 * Compares the value to an instant; NaN, which is neither before nor after, when the value is null.
 */
function compareToInstant({ value, type }: LeafInput, moment: string): number {
  return value === null ? Number.NaN : compareValues(type, value, moment, 'last')
}

/** A day is in the past or the future only when it is not today. */
function nowFor({ call, type }: LeafInput): string {
  if (type !== 'Dateonly') return call.now.toISOString()
  return dayText(localDay(call.timezone, call.now.getTime()))
}

function hoursAgo({ operand, call }: LeafInput): string {
  return new Date(call.now.getTime() - Number(operand) * 3_600_000).toISOString()
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function readElementType(type: ColumnType): ColumnType {
  return Array.isArray(type) ? (type[0] as ColumnType) : type
}

function fold(text: string): string {
  return text.toLowerCase()
}

function countCharacters(text: string): number {
  return [...text].length
}

/**
 * Creates a regular expression from one, from `/…/flags` or from a bare pattern; always a new one,
 * because `g` keeps state.
 */
function toRegExp(operand: unknown): RegExp {
  if (operand instanceof RegExp)
    return new RegExp(operand.source, operand.flags.replace(/[gy]/g, ''))
  const match = /^\/(.*)\/([a-z]*)$/s.exec(String(operand))
  if (!match) return new RegExp(String(operand))
  return new RegExp(match[1] as string, (match[2] as string).replace(/[gy]/g, ''))
}
