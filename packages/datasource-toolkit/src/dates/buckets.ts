import type { DateOperation } from '../query.js'
import { parseInstant } from '../values/instant.js'
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
 *
 * @example
 * truncateDate('2024-03-31T22:30:00.000Z', 'Month', 'Europe/Paris') // '2024-04-01'
 */
export function truncateDate(
  value: Date | string,
  operation: DateOperation,
  timezone: string,
): string {
  const isDay = typeof value === 'string' && value.length === 10
  const midnight = isDay
    ? Date.parse(`${value}T00:00:00.000Z`)
    : localDay(timezone, parseInstant(value).getTime())
  return dayText(startOfUnit(midnight, operation))
}
