import type { DateOperation } from '../query.js'
import {
  canonicalDate,
  canonicalDay,
  readDate,
  shiftBack,
  shiftToSupportedYears,
} from '../values/instant.js'
import { day, localDay } from './zone.js'

/**
 * Local days are represented as midnights in UTC, so that `Date`'s UTC methods do the arithmetic.
 */
const startsOfUnit: Readonly<Record<DateOperation, (midnight: Date) => number>> = {
  Year: date => Date.UTC(date.getUTCFullYear(), 0),
  Quarter: date => Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3),
  Month: date => Date.UTC(date.getUTCFullYear(), date.getUTCMonth()),
  Week: date => date.getTime() - ((date.getUTCDay() + 6) % 7) * day,
  Day: date => date.getTime(),
}

/** Returns the first day of the period that contains a day; days are midnights in UTC. */
export function startOfUnit(midnight: number, unit: DateOperation): number {
  return startsOfUnit[unit](new Date(midnight))
}

/** Formats a midnight in UTC as `YYYY-MM-DD`. */
export function dayText(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, -14)
}

/**
 * Returns the first day, in a time zone, of the period that contains an instant or a day. Weeks
 * start on Monday. `infinity` is returned as it is; null for a value that is not a date, such as a
 * zero date.
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

/**
 * Returns the local day of an instant as text; a value that is not an instant is returned as text.
 */
function dayIn(value: Date | string, timezone: string): string {
  const date = readDate(value)
  if (date) return dayText(localDay(timezone, date.getTime()))
  const text = canonicalDate(value) ?? String(value)
  if (!text.endsWith('Z')) return text
  const end = text.indexOf('T')
  const { day: near, cycles } = shiftToSupportedYears(text.slice(0, end))
  const instant = Date.parse(near + text.slice(end))
  return shiftBack(dayText(localDay(timezone, instant)), cycles)
}

function startOfFarUnit(day: string, operation: DateOperation): string | null {
  const canonical = canonicalDay(day)
  if (canonical === undefined || canonical.endsWith('infinity')) return canonical ?? null
  const { day: near, cycles } = shiftToSupportedYears(canonical)
  return shiftBack(dayText(startOfUnit(Date.parse(`${near}T00:00:00.000Z`), operation)), cycles)
}
