import type { ColumnType, PrimitiveType } from './column-types.js'
import { type Operator, operators } from './operators.js'

/**
 * The operand an operator takes: none, a value of the column's type, a list of such values, a
 * number, or a regular expression.
 */
export type Operand = 'none' | 'value' | 'list' | 'number' | 'pattern'

interface OperatorRow {
  readonly operand: Operand
  /** Column types on which a filter may use the operator. */
  readonly types: readonly PrimitiveType[]
  /** Whether a filter may use the operator on list columns of any element type. */
  readonly onLists?: boolean
  /** Whether its meaning depends on the current time. */
  readonly isRelative?: boolean
}

const text: readonly PrimitiveType[] = ['String']
const dates: readonly PrimitiveType[] = ['Date', 'Dateonly']
const numbers: readonly PrimitiveType[] = ['Number']
const ordered: readonly PrimitiveType[] = ['Number', 'Time', ...dates]
const listed: readonly PrimitiveType[] = [
  'String',
  'Number',
  'Binary',
  'Enum',
  'Json',
  'Boolean',
  'Uuid',
  'Time',
  ...dates,
]
const all: readonly PrimitiveType[] = [...listed, 'Point']
const interval: OperatorRow = { operand: 'none', types: dates, isRelative: true }

const table: Readonly<Record<Operator, OperatorRow>> = {
  Equal: { operand: 'value', types: all, onLists: true },
  NotEqual: { operand: 'value', types: all, onLists: true },
  LessThan: { operand: 'value', types: ordered },
  GreaterThan: { operand: 'value', types: ordered },
  LessThanOrEqual: { operand: 'value', types: numbers },
  GreaterThanOrEqual: { operand: 'value', types: numbers },
  Match: { operand: 'pattern', types: [] },
  NotContains: { operand: 'value', types: text },
  NotIContains: { operand: 'value', types: text },
  LongerThan: { operand: 'number', types: text },
  ShorterThan: { operand: 'number', types: text },
  IncludesAll: { operand: 'list', types: [], onLists: true },
  IncludesNone: { operand: 'list', types: [], onLists: true },
  Today: interval,
  Yesterday: interval,
  PreviousWeek: interval,
  PreviousMonth: interval,
  PreviousQuarter: interval,
  PreviousYear: interval,
  PreviousWeekToDate: interval,
  PreviousMonthToDate: interval,
  PreviousQuarterToDate: interval,
  PreviousYearToDate: interval,
  PreviousXDays: { operand: 'number', types: dates, isRelative: true },
  PreviousXDaysToDate: { operand: 'number', types: dates, isRelative: true },
  Present: { operand: 'none', types: all, onLists: true },
  Blank: { operand: 'none', types: all, onLists: true },
  Missing: { operand: 'none', types: all, onLists: true },
  In: { operand: 'list', types: listed },
  NotIn: { operand: 'list', types: listed },
  StartsWith: { operand: 'value', types: text },
  EndsWith: { operand: 'value', types: text },
  Contains: { operand: 'value', types: text },
  IStartsWith: { operand: 'value', types: text },
  IEndsWith: { operand: 'value', types: text },
  IContains: { operand: 'value', types: text },
  Like: { operand: 'value', types: text },
  ILike: { operand: 'value', types: text },
  Before: { operand: 'value', types: dates },
  After: { operand: 'value', types: dates },
  AfterXHoursAgo: { operand: 'number', types: ['Date'], isRelative: true },
  BeforeXHoursAgo: { operand: 'number', types: ['Date'], isRelative: true },
  Future: interval,
  Past: interval,
}

const none: ReadonlySet<Operator> = new Set()
const onLists: ReadonlySet<Operator> = new Set(operators.filter(name => table[name].onLists))
const byType = new Map<PrimitiveType, ReadonlySet<Operator>>()

/**
 * Returns the operators a filter may use on a column of this type, whether or not its source
 * supports them.
 *
 * @example
 * legalOperators('Date').has('Before') // true
 */
export function legalOperators(columnType: ColumnType): ReadonlySet<Operator> {
  if (Array.isArray(columnType)) return onLists
  if (typeof columnType !== 'string') return none
  const known = byType.get(columnType)
  if (known) return known
  const legal = new Set(operators.filter(name => table[name].types.includes(columnType)))
  byType.set(columnType, legal)
  return legal
}

/**
 * Returns whether the meaning of an operator depends on the current time.
 *
 * @example
 * isRelativeOperator('Today') // true
 */
export function isRelativeOperator(operator: Operator): boolean {
  return table[operator].isRelative === true
}

/**
 * Returns the kind of operand an operator takes.
 *
 * @example
 * operandOf('In') // 'list'
 */
export function getOperandKind(operator: Operator): Operand {
  return table[operator].operand
}

/**
 * Returns the type of an operator's operand on a column of the given type; undefined when it takes
 * none.
 *
 * @example
 * operandType('In', 'Number') // ['Number']
 */
export function operandType(operator: Operator, columnType: ColumnType): ColumnType | undefined {
  const element = elementType(columnType)
  const types: Readonly<Record<Operand, ColumnType | undefined>> = {
    none: undefined,
    value: columnType,
    list: [operator === 'In' || operator === 'NotIn' ? columnType : element],
    number: 'Number',
    pattern: 'String',
  }
  return types[table[operator].operand]
}

function elementType(columnType: ColumnType): ColumnType {
  return Array.isArray(columnType) ? (columnType[0] as ColumnType) : columnType
}
