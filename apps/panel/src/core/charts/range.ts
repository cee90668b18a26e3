import type { DashboardDays, DashboardRange, DashboardRangeName } from '@service/protocol'
import { addDays, addMonths, type LocalTime, readLocalTime } from '../text/zone.js'

/** The days of a range: from the first one until before the last. */
export interface RangeDays {
  readonly from: string
  readonly to: string
}

/** The first day of a range and the day after its last one. */
type Limits = (today: LocalTime) => readonly [LocalTime, LocalTime]

const firstOfMonth = (day: LocalTime) => ({ ...day, day: 1 })
const firstOfQuarter = (day: LocalTime) => ({
  ...day,
  day: 1,
  month: Math.floor((day.month - 1) / 3) * 3 + 1,
})
const firstOfYear = (day: LocalTime) => ({ ...day, day: 1, month: 1 })
const firstOfWeek = (day: LocalTime) => {
  const date = new Date(0)
  date.setUTCFullYear(day.year, day.month - 1, day.day)
  return addDays(day, -((date.getUTCDay() + 6) % 7))
}

const lastDays =
  (count: number): Limits =>
  today => [addDays(today, 1 - count), addDays(today, 1)]

/** The period of today, or the one before. */
const inMonths = (first: (day: LocalTime) => LocalTime, months: number, steps: number): Limits => {
  return today => {
    const start = addMonths(first(today), steps * months)
    return [start, addMonths(start, months)]
  }
}

const limits: Readonly<Record<Exclude<DashboardRangeName, 'all_time'>, Limits>> = {
  today: lastDays(1),
  yesterday: today => [addDays(today, -1), today],
  last_7_days: lastDays(7),
  last_30_days: lastDays(30),
  last_90_days: lastDays(90),
  last_12_months: today => [addMonths(firstOfMonth(today), -11), addDays(today, 1)],
  this_week: today => [firstOfWeek(today), addDays(firstOfWeek(today), 7)],
  this_month: inMonths(firstOfMonth, 1, 0),
  this_quarter: inMonths(firstOfQuarter, 3, 0),
  this_year: inMonths(firstOfYear, 12, 0),
  previous_week: today => [addDays(firstOfWeek(today), -7), firstOfWeek(today)],
  previous_month: inMonths(firstOfMonth, 1, -1),
  previous_quarter: inMonths(firstOfQuarter, 3, -1),
  previous_year: inMonths(firstOfYear, 12, -1),
}

/**
 * Returns the days of a range at an instant, in a zone; null for all time.
 *
 * @example
 * resolveRange('this_month', new Date('2026-02-10T12:00:00Z'), 'Europe/Paris')
 * // { from: '2026-02-01', to: '2026-03-01' }
 */
export function resolveRange(range: DashboardRange, now: Date, zone: string): RangeDays | null {
  if (range === 'all_time') return null
  const [from, to] =
    typeof range === 'string' ? limits[range](readLocalTime(now, zone)) : readDays(range)
  return { from: formatDay(from), to: formatDay(to) }
}

/** Months between the beginning of a range and that of the one before; others go back by their days. */
const monthsBack: Readonly<Partial<Record<DashboardRangeName, number>>> = {
  last_12_months: 12,
  this_month: 1,
  previous_month: 1,
  this_quarter: 3,
  previous_quarter: 3,
  this_year: 12,
  previous_year: 12,
}

/**
 * Returns the days of the range before, for comparison: the month before a month, 30 days before 30 days.
 *
 * @example
 * resolvePreviousRange('last_7_days', { from: '2026-02-04', to: '2026-02-11' })
 * // { from: '2026-01-28', to: '2026-02-04' }
 */
export function resolvePreviousRange(range: DashboardRange, { from, to }: RangeDays): RangeDays {
  const [first, end] = [parseDay(from), parseDay(to)]
  const months = typeof range === 'string' ? monthsBack[range] : undefined
  if (months !== undefined) {
    return { from: formatDay(addMonths(first, -months)), to: formatDay(addMonths(end, -months)) }
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayLength)
  return { from: formatDay(addDays(first, -days)), to: from }
}

const dayLength = 86_400_000

function readDays({ from, to }: DashboardDays): readonly [LocalTime, LocalTime] {
  return [parseDay(from), addDays(parseDay(to), 1)]
}

function parseDay(text: string): LocalTime {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }
}

function formatDay({ year, month, day }: LocalTime): string {
  const parts = [String(year).padStart(4, '0'), pad(month), pad(day)]
  return parts.join('-')
}

const pad = (value: number) => String(value).padStart(2, '0')
