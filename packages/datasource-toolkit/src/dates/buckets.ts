import type { DateOperation } from '../query.js'
import { canonicalDate, canonicalDay, farDay, nearDay, readDate } from '../values/instant.js'
import { day, localDay } from './zone.js'

/** Midnights in UTC stand for local days: `Date`'s UTC calendar then does the arithmetic. */
const startsOfUnit: Readonly<Record<DateOperation, (midnight: Date) => number>> = {
  Year: date => Date.UTC(date.getUTCFullYear(), 0),
  Quarter: date => Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3),
  Month: date => Date.UTC(date.getUTCFullYear(), date.getUTCMonth()),
  Week: date => date.getTime() - ((date.getUTCDay() + 6) % 7) * day,
  Day: date => date.getTime(),
}

/** The first day of the period a day is in; days are midnights in UTC. */
export function startOfUnit(midnight: number, unit: DateOperation): number {
  return startsOfUnit[unit](new Date(midnight))
}

/** `YYYY-MM-DD` of a midnight in UTC. */
export function dayText(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, -14)
}

/**
 * The first day, in a time zone, of the period an instant or a day is in. Weeks start on Monday.
 * `infinity` is a period of its own; what is no date, as a zero date, is in none: null.
 *
 * @example
 * truncateDate('2024-03-31T22:30:00.000Z', 'Month', 'Europe/Paris') // '2024-04-01'
 */
export function truncateDate(
  value: Date | string,
  operation: DateOperation,
  timezone: string,
): string | null {
  const day = typeof value === 'string' && !hasTime(value) ? value : dayIn(value, timezone)
  if (day.charCodeAt(4) === DASH && day >= '0100') {
    const midnight = Date.parse(`${day}T00:00:00.000Z`)
    return Number.isNaN(midnight) ? null : dayText(startOfUnit(midnight, operation))
  }
  return startOfFarUnit(day, operation)
}

const DASH = 45
const hasTime = (text: string): boolean => text.length > 10 && /\d[T ]\d/i.test(text)

/** The local day of an instant, as text; of what is none, its own text. */
function dayIn(value: Date | string, timezone: string): string {
  const date = readDate(value)
  if (date) return dayText(localDay(timezone, date.getTime()))
  const text = canonicalDate(value) ?? String(value)
  if (!text.endsWith('Z')) return text
  const end = text.indexOf('T')
  const { day: near, cycles } = nearDay(text.slice(0, end))
  const instant = Date.parse(near + text.slice(end))
  return farDay(dayText(localDay(timezone, instant)), cycles)
}

function startOfFarUnit(day: string, operation: DateOperation): string | null {
  const canonical = canonicalDay(day)
  if (canonical === undefined || canonical.endsWith('infinity')) return canonical ?? null
  const { day: near, cycles } = nearDay(canonical)
  return farDay(dayText(startOfUnit(Date.parse(`${near}T00:00:00.000Z`), operation)), cycles)
}
