import type { DashboardDays, DashboardRange } from '@service/protocol'
import { type DayParts, findDay, joinDay, splitDay } from '../text/day-parts.js'
import { findInstant } from '../text/zone.js'

/** Days from one to before another. */
export interface DaySpan {
  readonly from: string
  /** The day after the last one. */
  readonly to: string
}

type Unit = 'week' | 'month' | 'quarter' | 'year'

/** How many days, months or units a name means, and whether the current one is part of it. */
const spans: Readonly<
  Record<Exclude<DashboardRange, DashboardDays | 'all_time'>, (today: DayParts) => DaySpan>
> = {
  today: today => spanDays(today, 0, 1),
  yesterday: today => spanDays(today, -1, 0),
  last_7_days: today => spanDays(today, -6, 1),
  last_30_days: today => spanDays(today, -29, 1),
  last_90_days: today => spanDays(today, -89, 1),
  last_12_months: today => ({
    from: joinDay(addMonths(startUnit(today, 'month'), -11)),
    to: joinDay(addMonths(startUnit(today, 'month'), 1)),
  }),
  this_week: today => spanUnit(today, 'week', 0),
  this_month: today => spanUnit(today, 'month', 0),
  this_quarter: today => spanUnit(today, 'quarter', 0),
  this_year: today => spanUnit(today, 'year', 0),
  previous_week: today => spanUnit(today, 'week', -1),
  previous_month: today => spanUnit(today, 'month', -1),
  previous_quarter: today => spanUnit(today, 'quarter', -1),
  previous_year: today => spanUnit(today, 'year', -1),
}

/**
 * Returns the days of a range at an instant, in a time zone; undefined for all time.
 *
 * @example
 * resolveRange('last_7_days', '2026-03-10T12:00:00.000Z', 'UTC') // { from: '2026-03-04', to: '2026-03-11' }
 */
export function resolveRange(
  range: DashboardRange,
  now: string,
  timezone: string,
): DaySpan | undefined {
  if (typeof range === 'object') return { from: range.from, to: shiftDay(range.to, 1) }
  const today = findDay(now, timezone)
  return range === 'all_time' || !today ? undefined : spans[range](today)
}

/**
 * Returns the days before a range, as many of them. Ranges of whole months are compared with as many months.
 *
 * @example
 * findPreviousSpan({ from: '2026-03-04', to: '2026-03-11' }) // { from: '2026-02-25', to: '2026-03-04' }
 */
export function findPreviousSpan({ from, to }: DaySpan): DaySpan {
  const [first, end] = [splitDay(from), splitDay(to)]
  if (first && end && first.day === 1 && end.day === 1) {
    const months = (end.year - first.year) * 12 + end.month - first.month
    return { from: joinDay(addMonths(first, -months)), to: from }
  }
  return { from: shiftDay(from, -countDays(from, to)), to: from }
}

/**
 * Returns the first instant of a day in a time zone.
 *
 * @example
 * startOfDay('2026-07-01', 'Europe/Paris') // '2026-06-30T22:00:00.000Z'
 */
export function startOfDay(day: string, timezone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 }
  return findInstant({ year, month, day: date, ...midnight }, timezone).toISOString()
}

/**
 * Returns the first day of the period after the one that begins on a day.
 *
 * @example
 * nextPeriod('2026-10-01', 'Quarter') // '2027-01-01'
 */
export function nextPeriod(day: string, timeRange: string): string {
  const parts = splitDay(day)
  if (!parts) return day
  switch (timeRange) {
    case 'Year':
      return joinDay(addMonths(parts, 12))
    case 'Quarter':
      return joinDay(addMonths(parts, 3))
    case 'Month':
      return joinDay(addMonths(parts, 1))
    default:
      return shiftDay(day, timeRange === 'Week' ? 7 : 1)
  }
}

/** The day some days later. */
export function shiftDay(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

const countDays = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Of the first day of a month. */
function addMonths({ year, month }: DayParts, count: number): DayParts {
  const months = year * 12 + month - 1 + count
  return { year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 }
}

function startUnit(today: DayParts, unit: Unit): DayParts {
  if (unit === 'week') {
    const text = joinDay(today)
    const weekday = (new Date(`${text}T00:00:00.000Z`).getUTCDay() + 6) % 7
    return splitDay(shiftDay(text, -weekday)) ?? today
  }
  const month =
    unit === 'year'
      ? 1
      : unit === 'quarter'
        ? Math.floor((today.month - 1) / 3) * 3 + 1
        : today.month
  return { year: today.year, month, day: 1 }
}

const unitMonths = { month: 1, quarter: 3, year: 12 } as const

function spanUnit(today: DayParts, unit: Unit, shift: number): DaySpan {
  const start = startUnit(today, unit)
  if (unit === 'week') {
    const monday = shiftDay(joinDay(start), shift * 7)
    return { from: monday, to: shiftDay(monday, 7) }
  }
  const months = unitMonths[unit]
  return {
    from: joinDay(addMonths(start, shift * months)),
    to: joinDay(addMonths(start, (shift + 1) * months)),
  }
}

function spanDays(today: DayParts, from: number, to: number): DaySpan {
  const text = joinDay(today)
  return { from: shiftDay(text, from), to: shiftDay(text, to) }
}
