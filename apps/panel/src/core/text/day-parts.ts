import { findInstant, readLocalTime } from './zone.js'

/** A day of the calendar. Months and days are counted from 1. */
export interface DayParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/**
 * Splits a day such as `2026-09-30`; undefined when no calendar shows it, such as a day before
 * year 1.
 *
 * @example
 * splitDay('2026-09-30') // { year: 2026, month: 9, day: 30 }
 */
export function splitDay(text: string): DayParts | undefined {
  const match = /^(?!0000)(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number)
  const date = new Date(`${text}T00:00:00Z`)
  return date.getUTCDate() === day ? { year, month, day } : undefined
}

/**
 * Returns the day of an instant on the clock of a zone; undefined when no calendar shows it.
 *
 * @example
 * findDay('2026-09-30T23:00:00.000Z', 'Europe/Paris') // { year: 2026, month: 10, day: 1 }
 */
export function findDay(instant: string, zone: string): DayParts | undefined {
  const date = new Date(instant)
  if (!/^\d{4}-/.test(instant) || Number.isNaN(date.getTime())) return undefined
  const { year, month, day } = readLocalTime(date, zone)
  return year > 0 && year < 10_000 ? { year, month, day } : undefined
}

/**
 * Joins the parts of a day.
 *
 * @example
 * joinDay({ year: 2026, month: 9, day: 30 }) // '2026-09-30'
 */
export function joinDay({ year, month, day }: DayParts): string {
  const pad = (count: number, length: number) => String(count).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/**
 * Moves an instant to another day, at the same time on the clock of a zone; midnight when there is
 * no instant yet.
 *
 * @example
 * changeDay('2026-09-30T12:39:00.000Z', { year: 2026, month: 10, day: 2 }, 'Europe/Paris')
 */
export function changeDay(instant: string | undefined, day: DayParts, zone: string): string {
  const date = instant === undefined ? undefined : new Date(instant)
  const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 }
  const isKnown = date !== undefined && !Number.isNaN(date.getTime())
  const { hour, minute, second, millisecond } = isKnown ? readLocalTime(date, zone) : midnight
  const local = { ...day, hour, minute, second, millisecond }
  return findInstant(local, zone).toISOString()
}
