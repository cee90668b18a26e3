import { zoneOffsets } from '@service/datasource-toolkit'

/** A date and time on the clock of some zone. Months and days are counted from 1. */
export interface LocalTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

const hour = 3_600_000

/**
 * Returns what the clocks of a zone show at an instant.
 *
 * @example
 * readLocalTime(new Date('2026-07-01T10:00:00Z'), 'Europe/Paris').hour // 12
 */
export function readLocalTime(instant: Date, zone: string): LocalTime {
  const local = new Date(instant.getTime() + readOffset(instant.getTime(), zone))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  }
}

/**
 * Returns the instant at which the clocks of a zone show a time: the first one when they show it
 * twice; when they skip it, the instant that is as far after the change.
 *
 * @example
 * findInstant({ ...midnight, hour: 2, minute: 30 }, 'Europe/Paris')
 */
export function findInstant(local: LocalTime, zone: string): Date {
  const shown = toUtc(local)
  const [before, after] = [readOffset(shown - 26 * hour, zone), readOffset(shown + 26 * hour, zone)]
  const instants = [before, after]
    .map(offset => ({ offset, instant: shown - offset }))
    .filter(({ offset, instant }) => readOffset(instant, zone) === offset)
    .map(({ instant }) => instant)
  return new Date(instants.length > 0 ? Math.min(...instants) : shown - before)
}

/**
 * Returns the offset of a zone at an instant, in milliseconds.
 *
 * @example
 * readOffset(Date.UTC(2026, 6), 'Europe/Paris') // 7200000
 */
export function readOffset(instant: number, zone: string): number {
  const date = new Date(instant)
  return (zoneOffsets(zone, date, date)[0]?.offsetSeconds ?? 0) * 1000
}

/** The time as if it were UTC. Days and months may be out of range: the 32nd of a month is carried over. */
function toUtc(local: LocalTime): number {
  const date = new Date(0)
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(local.year, local.month - 1, local.day)
  date.setUTCHours(local.hour, local.minute, local.second, local.millisecond)
  return date.getTime()
}

/**
 * Returns the day that is some days later, at the same time.
 *
 * @example
 * addDays(local, 1)
 */
export function addDays(local: LocalTime, days: number): LocalTime {
  const date = new Date(toUtc({ ...local, day: local.day + days }))
  return {
    ...local,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  }
}

/**
 * Returns the day that is some months later; the last of a shorter month instead of a day it does
 * not have.
 *
 * @example
 * addMonths({ ...local, month: 1, day: 31 }, 1).day // 28
 */
export function addMonths(local: LocalTime, months: number): LocalTime {
  const count = local.year * 12 + local.month - 1 + months
  const year = Math.floor(count / 12)
  const month = (count % 12) + 1
  const last = new Date(toUtc({ ...local, year, month: month + 1, day: 0 })).getUTCDate()
  return { ...local, year, month, day: Math.min(local.day, last) }
}
