import { ValidationError } from '@service/base'
import type { ColumnType } from '../column-types.js'
import { ConditionTreeBranch } from '../condition-tree/branch.js'
import { ConditionTreeLeaf } from '../condition-tree/leaf.js'
import type { Operator } from '../operators.js'
import type { ConditionTree, DateOperation, Leaf } from '../query.js'
import type { Call } from '../source.js'
import { dayText, startOfUnit } from './buckets.js'
import { day, localDay, startOfLocalDay } from './zone.js'

/** Bounds in the form of the column's values; `start` is included, `end` is not. */
export interface DateInterval {
  readonly start: string
  readonly end: string
}

/** Days are midnights in UTC; the end is a day, or the current instant. */
interface DayInterval {
  readonly start: number
  readonly end: number | 'now'
}

type IntervalRule = (today: number, count: number) => DayInterval

const rules: Partial<Readonly<Record<Operator, IntervalRule>>> = {
  Today: today => ({ start: today, end: today + day }),
  Yesterday: today => previousUnit(today, 'Day', 1),
  PreviousWeek: today => previousUnit(today, 'Week', 1),
  PreviousMonth: today => previousUnit(today, 'Month', 1),
  PreviousQuarter: today => previousUnit(today, 'Quarter', 1),
  PreviousYear: today => previousUnit(today, 'Year', 1),
  PreviousWeekToDate: today => ({ start: startOfUnit(today, 'Week'), end: 'now' }),
  PreviousMonthToDate: today => ({ start: startOfUnit(today, 'Month'), end: 'now' }),
  PreviousQuarterToDate: today => ({ start: startOfUnit(today, 'Quarter'), end: 'now' }),
  PreviousYearToDate: today => ({ start: startOfUnit(today, 'Year'), end: 'now' }),
  PreviousXDays: (today, count) => ({ start: today - count * day, end: today }),
  PreviousXDaysToDate: (today, count) => ({ start: today - count * day, end: 'now' }),
}

function previousUnit(today: number, unit: DateOperation, steps: number): DayInterval {
  let end = startOfUnit(today, unit)
  for (let step = 1; step < steps; step++) end = startOfUnit(end - day, unit)
  return { start: startOfUnit(end - day, unit), end }
}

/**
 * Computes the half-open interval of an operator such as `PreviousMonth` in the time zone of the
 * call: instants for a Date column, days for a Dateonly column.
 *
 * @example
 * dateInterval('Today', undefined, { timezone: 'UTC', now: new Date('2024-05-02T10:00Z') }, 'Dateonly')
 * // { start: '2024-05-02', end: '2024-05-03' }
 */
export function dateInterval(
  operator: Operator,
  value: unknown,
  call: Call,
  columnType: ColumnType,
): DateInterval {
  const rule = rules[operator]
  if (!rule) throw new ValidationError(`'${operator}' is not an interval of dates.`)
  const today = localDay(call.timezone, call.now.getTime())
  return toInterval(rule(today, dayCount(operator, value)), call, columnType)
}

function toInterval(interval: DayInterval, call: Call, columnType: ColumnType): DateInterval {
  return columnType === 'Dateonly' ? dayInterval(interval, call) : instantInterval(interval, call)
}

function instantInterval({ start, end }: DayInterval, call: Call): DateInterval {
  const endInstant = end === 'now' ? call.now.getTime() : startOfLocalDay(call.timezone, end)
  return {
    start: new Date(startOfLocalDay(call.timezone, start)).toISOString(),
    end: new Date(endInstant).toISOString(),
  }
}

/** An interval that ends now includes the current day. */
function dayInterval({ start, end }: DayInterval, call: Call): DateInterval {
  const endDay = end === 'now' ? localDay(call.timezone, call.now.getTime()) + day : end
  return { start: dayText(start), end: dayText(endDay) }
}

function dayCount(operator: Operator, value: unknown): number {
  if (!operator.startsWith('PreviousXDays')) return 0
  const count = Number(value)
  if (Number.isInteger(count) && count >= 0 && count <= 100_000) return count
  throw new ValidationError(
    `'${operator}' needs a whole number of days between 0 and 100000, not ${JSON.stringify(value)}.`,
  )
}

/** The period to step back by to get the period before the one an operator names. */
const previousUnits: Partial<Readonly<Record<Operator, DateOperation>>> = {
  Yesterday: 'Day',
  PreviousWeek: 'Week',
  PreviousMonth: 'Month',
  PreviousQuarter: 'Quarter',
  PreviousYear: 'Year',
}

const wholePeriods: Partial<Readonly<Record<Operator, Operator>>> = {
  Today: 'Yesterday',
  PreviousWeekToDate: 'PreviousWeek',
  PreviousMonthToDate: 'PreviousMonth',
  PreviousQuarterToDate: 'PreviousQuarter',
  PreviousYearToDate: 'PreviousYear',
}

/**
 * Builds the condition on the period before the one of a leaf, for charts that compare; undefined
 * when the leaf does not name a period.
 *
 * @example
 * previousPeriod(new ConditionTreeLeaf('createdAt', 'Today'), call, 'Date') // createdAt yesterday
 */
export function previousPeriod(
  leaf: Leaf,
  call: Call,
  columnType: ColumnType,
): ConditionTree | undefined {
  const whole = wholePeriods[leaf.operator]
  if (whole) return new ConditionTreeLeaf(leaf.field, whole)
  const today = localDay(call.timezone, call.now.getTime())
  const unit = previousUnits[leaf.operator]
  if (unit) return between(leaf.field, toInterval(previousUnit(today, unit, 2), call, columnType))
  if (!leaf.operator.startsWith('PreviousXDays')) return undefined
  const count = dayCount(leaf.operator, leaf.value)
  return between(leaf.field, daysBefore(leaf.operator, today, count, call, columnType))
}

function daysBefore(
  operator: Operator,
  today: number,
  count: number,
  call: Call,
  columnType: ColumnType,
): DateInterval {
  const start = today - 2 * count * day
  if (operator === 'PreviousXDays') {
    return toInterval({ start, end: today - count * day }, call, columnType)
  }
  const then = new Date(call.now.getTime() - count * day)
  return toInterval({ start, end: 'now' }, { ...call, now: then }, columnType)
}

/** Builds the condition that a field lies in an interval. */
export function between(field: string, { start, end }: DateInterval): ConditionTree {
  return new ConditionTreeBranch('And', [
    new ConditionTreeLeaf(field, 'GreaterThanOrEqual', start),
    new ConditionTreeLeaf(field, 'LessThan', end),
  ])
}
