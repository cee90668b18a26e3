import type { ColumnType } from '../column-types.js'
import { ConditionTreeBranch } from '../condition-tree/branch.js'
import { ConditionTreeFactory } from '../condition-tree/factory.js'
import { ConditionTreeLeaf } from '../condition-tree/leaf.js'
import { dayText } from '../dates/buckets.js'
import { between, dateInterval } from '../dates/intervals.js'
import { localDay } from '../dates/zone.js'
import { escapeLike, escapeRegExp, likeToRegExp } from '../like.js'
import type { Operator } from '../operators.js'
import type { Aggregator, ConditionTree, Leaf } from '../query.js'
import type { Call } from '../source.js'

/** One way to express an operator with others. */
export interface Equivalence {
  readonly operator: Operator
  readonly needs: readonly Operator[]
  /** Whether it is valid for a column type. Optional: valid for all types when absent. */
  readonly holdsFor?: (columnType: ColumnType) => boolean
  readonly rewrite: (leaf: Leaf, call: Call, columnType: ColumnType) => ConditionTree
}

type Holds = (columnType: ColumnType) => boolean

const text: Holds = type => type === 'String'
const notText: Holds = type => type !== 'String'
const dates: Holds = type => type === 'Date' || type === 'Dateonly'
const instants: Holds = type => type === 'Date'
const scalars: Holds = type => typeof type === 'string'

const to =
  (operator: Operator, value: (operand: unknown) => unknown = operand => operand) =>
  (leaf: Leaf): ConditionTree =>
    new ConditionTreeLeaf(leaf.field, operator, value(leaf.value))

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const each =
  (aggregator: Aggregator, operator: Operator) =>
  (leaf: Leaf): ConditionTree => {
    const leaves = list(leaf.value).map(
      value => new ConditionTreeLeaf(leaf.field, operator, value ?? null),
    )
    return leaves.length === 1 && leaves[0]
      ? leaves[0]
      : new ConditionTreeBranch(aggregator, leaves)
  }

/** A comparison with null is never true, while `Equal null` may be. */
const orEqual =
  (operator: Operator) =>
  (leaf: Leaf): ConditionTree =>
    leaf.value === null || leaf.value === undefined
      ? ConditionTreeFactory.matchNone
      : new ConditionTreeBranch('Or', [
          new ConditionTreeLeaf(leaf.field, operator, leaf.value),
          new ConditionTreeLeaf(leaf.field, 'Equal', leaf.value),
        ])

/** Builds a pattern around user text whose own wildcards are escaped. */
const like = (operator: Operator, before: string, after: string) =>
  to(operator, value =>
    typeof value === 'string' ? `${before}${escapeLike(value)}${after}` : value,
  )

const now = (call: Call, columnType: ColumnType): string =>
  columnType === 'Dateonly'
    ? dayText(localDay(call.timezone, call.now.getTime()))
    : call.now.toISOString()

const comparedWithNow =
  (operator: Operator) =>
  (leaf: Leaf, call: Call, columnType: ColumnType): ConditionTree =>
    new ConditionTreeLeaf(leaf.field, operator, now(call, columnType))

const comparedWithHoursAgo =
  (operator: Operator) =>
  (leaf: Leaf, call: Call): ConditionTree => {
    const then = new Date(call.now.getTime() - Number(leaf.value) * 3_600_000)
    return new ConditionTreeLeaf(leaf.field, operator, then.toISOString())
  }

const inInterval = (leaf: Leaf, call: Call, columnType: ColumnType): ConditionTree =>
  between(leaf.field, dateInterval(leaf.operator, leaf.value, call, columnType))

const interval = (operator: Operator): Equivalence => ({
  operator,
  needs: ['GreaterThanOrEqual', 'LessThan'],
  holdsFor: dates,
  rewrite: inInterval,
})

/** Builds `(?:a|b)`; the group keeps an outer anchor from applying to one alternative only. */
const alternatives = (values: readonly unknown[]): string =>
  `(?:${values.map(value => escapeRegExp(String(value))).join('|')})`

const inByPattern = (leaf: Leaf): ConditionTree => {
  const values = list(leaf.value)
  const texts = values.filter(value => value !== null)
  return new ConditionTreeBranch('Or', [
    ...(values.includes(null) ? [new ConditionTreeLeaf(leaf.field, 'Missing')] : []),
    ...(texts.length > 0
      ? [new ConditionTreeLeaf(leaf.field, 'Match', new RegExp(`^${alternatives(texts)}$`, 'su'))]
      : []),
  ])
}

const notInByPattern = (leaf: Leaf): ConditionTree => {
  const values = list(leaf.value)
  const texts = values.filter(value => value !== null)
  const other = new RegExp(texts.length > 0 ? `^(?!${alternatives(texts)}$)` : '^', 'su')
  const match = new ConditionTreeLeaf(leaf.field, 'Match', other)
  if (values.includes(null)) return match
  return new ConditionTreeBranch('Or', [new ConditionTreeLeaf(leaf.field, 'Missing'), match])
}

const likeByPattern = (ignoreCase: boolean) =>
  to('Match', value => (typeof value === 'string' ? likeToRegExp(value, ignoreCase) : /$^/))

/** In order of preference. */
export const equivalences: readonly Equivalence[] = [
  { operator: 'Blank', needs: ['In'], holdsFor: text, rewrite: to('In', () => [null, '']) },
  { operator: 'Blank', needs: ['Missing'], holdsFor: notText, rewrite: to('Missing') },
  { operator: 'Missing', needs: ['Equal'], rewrite: to('Equal', () => null) },
  { operator: 'Present', needs: ['NotIn'], holdsFor: text, rewrite: to('NotIn', () => [null, '']) },
  {
    operator: 'Present',
    needs: ['NotEqual'],
    holdsFor: notText,
    rewrite: to('NotEqual', () => null),
  },
  {
    operator: 'Equal',
    needs: ['In'],
    holdsFor: scalars,
    rewrite: to('In', value => [value ?? null]),
  },
  {
    operator: 'NotEqual',
    needs: ['NotIn'],
    holdsFor: scalars,
    rewrite: to('NotIn', value => [value ?? null]),
  },
  { operator: 'In', needs: ['Equal'], holdsFor: scalars, rewrite: each('Or', 'Equal') },
  { operator: 'NotIn', needs: ['NotEqual'], holdsFor: scalars, rewrite: each('And', 'NotEqual') },
  { operator: 'In', needs: ['Match', 'Missing'], holdsFor: text, rewrite: inByPattern },
  { operator: 'NotIn', needs: ['Match', 'Missing'], holdsFor: text, rewrite: notInByPattern },
  { operator: 'LessThanOrEqual', needs: ['LessThan', 'Equal'], rewrite: orEqual('LessThan') },
  {
    operator: 'GreaterThanOrEqual',
    needs: ['GreaterThan', 'Equal'],
    rewrite: orEqual('GreaterThan'),
  },
  { operator: 'Contains', needs: ['Like'], holdsFor: text, rewrite: like('Like', '%', '%') },
  { operator: 'StartsWith', needs: ['Like'], holdsFor: text, rewrite: like('Like', '', '%') },
  { operator: 'EndsWith', needs: ['Like'], holdsFor: text, rewrite: like('Like', '%', '') },
  { operator: 'IContains', needs: ['ILike'], holdsFor: text, rewrite: like('ILike', '%', '%') },
  { operator: 'IStartsWith', needs: ['ILike'], holdsFor: text, rewrite: like('ILike', '', '%') },
  { operator: 'IEndsWith', needs: ['ILike'], holdsFor: text, rewrite: like('ILike', '%', '') },
  { operator: 'Like', needs: ['Match'], holdsFor: text, rewrite: likeByPattern(false) },
  { operator: 'ILike', needs: ['Match'], holdsFor: text, rewrite: likeByPattern(true) },
  { operator: 'Before', needs: ['LessThan'], holdsFor: dates, rewrite: to('LessThan') },
  { operator: 'After', needs: ['GreaterThan'], holdsFor: dates, rewrite: to('GreaterThan') },
  { operator: 'LessThan', needs: ['Before'], holdsFor: dates, rewrite: to('Before') },
  { operator: 'GreaterThan', needs: ['After'], holdsFor: dates, rewrite: to('After') },
  { operator: 'Past', needs: ['LessThan'], holdsFor: dates, rewrite: comparedWithNow('LessThan') },
  {
    operator: 'Future',
    needs: ['GreaterThan'],
    holdsFor: dates,
    rewrite: comparedWithNow('GreaterThan'),
  },
  {
    operator: 'BeforeXHoursAgo',
    needs: ['LessThan'],
    holdsFor: instants,
    rewrite: comparedWithHoursAgo('LessThan'),
  },
  {
    operator: 'AfterXHoursAgo',
    needs: ['GreaterThan'],
    holdsFor: instants,
    rewrite: comparedWithHoursAgo('GreaterThan'),
  },
  interval('Today'),
  interval('Yesterday'),
  interval('PreviousWeek'),
  interval('PreviousMonth'),
  interval('PreviousQuarter'),
  interval('PreviousYear'),
  interval('PreviousWeekToDate'),
  interval('PreviousMonthToDate'),
  interval('PreviousQuarterToDate'),
  interval('PreviousYearToDate'),
  interval('PreviousXDays'),
  interval('PreviousXDaysToDate'),
]
