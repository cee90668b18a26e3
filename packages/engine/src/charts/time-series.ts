import { UnprocessableError } from '@service/base'
import type { DateOperation } from '@service/datasource-toolkit'

/** One point of a time-based chart. */
export interface SeriesPoint {
  readonly label: string
  readonly values: { readonly value: number }
}

const maxPoints = 10_000
const dayLength = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Period {
  /**
   * The first day of the next period. Days are instants at midnight UTC, so no time zone is
   * involved.
   */
  next(day: Date): Date
  label(day: Date): string
}

const plusDays = (day: Date, days: number) => new Date(day.getTime() + days * dayLength)
/** `Date.UTC` would read the year 44 as 1944. */
const plusMonths = (day: Date, count: number) => {
  const next = new Date(day)
  next.setUTCFullYear(day.getUTCFullYear(), day.getUTCMonth() + count, 1)
  return next
}
const padTwo = (value: number) => String(value).padStart(2, '0')
const formatYear = (day: Date) => String(day.getUTCFullYear()).padStart(4, '0')

const periods: Readonly<Record<DateOperation, Period>> = {
  Day: {
    next: day => plusDays(day, 1),
    label: day => `${padTwo(day.getUTCDate())}/${padTwo(day.getUTCMonth() + 1)}/${formatYear(day)}`,
  },
  Week: { next: day => plusDays(day, 7), label: weekLabel },
  Month: {
    next: day => plusMonths(day, 1),
    label: day => `${months[day.getUTCMonth()]} ${formatYear(day).slice(-2)}`,
  },
  Quarter: {
    next: day => plusMonths(day, 3),
    label: day => `Q${Math.floor(day.getUTCMonth() / 3) + 1}-${formatYear(day)}`,
  },
  Year: { next: day => plusMonths(day, 12), label: formatYear },
}

/**
 * Returns points from the first to the last period, 0 where there is none. Keys are first days.
 *
 * @example
 * toSeries(new Map([['2024-01-01', 2], ['2024-03-01', 4]]), 'Month').map(point => point.label)
 * // ['Jan 24', 'Feb 24', 'Mar 24']
 */
export function toSeries(values: ReadonlyMap<string, number>, range: DateOperation): SeriesPoint[] {
  return denseDays(values.keys(), range).map(day => ({
    label: formatPeriod(day, range),
    values: { value: values.get(day) ?? 0 },
  }))
}

/**
 * Whether a day can be shown on the axis of a chart; databases can store days far outside of it.
 */
export const isOrdinaryDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toDay(text).getTime())

/**
 * Returns the first days of all periods from the first to the last, as `YYYY-MM-DD`.
 *
 * @example
 * denseDays(['2024-03-01', '2024-01-01'], 'Month') // ['2024-01-01', '2024-02-01', '2024-03-01']
 */
export function denseDays(given: Iterable<string>, range: DateOperation): string[] {
  const sorted = [...given].filter(isOrdinaryDay).sort()
  if (sorted.length === 0) return []
  const { next } = periods[range]
  const last = toDay(sorted.at(-1)!).getTime()
  const days: string[] = []
  for (let day = toDay(sorted[0]!); day.getTime() <= last; day = next(day)) {
    if (days.length === maxPoints) throw tooLong(range)
    days.push(day.toISOString().slice(0, 10))
  }
  return days
}

/** Returns the label of the period that begins on a day. */
export function formatPeriod(day: string, range: DateOperation): string {
  return periods[range].label(toDay(day))
}

// ISO 8601: a week belongs to the year of its Thursday.
function weekLabel(monday: Date): string {
  const thursday = plusDays(monday, 3)
  const firstOfYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = Math.floor((thursday.getTime() - firstOfYear) / dayLength / 7) + 1
  return `W${week}-${formatYear(thursday)}`
}

function toDay(text: string): Date {
  return new Date(`${text}T00:00:00.000Z`)
}

function tooLong(range: DateOperation): UnprocessableError {
  return new UnprocessableError(
    `The chart would have more than ${maxPoints} points. Choose a range longer than ${range}, or filter the dates.`,
  )
}
