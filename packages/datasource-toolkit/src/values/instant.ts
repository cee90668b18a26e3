const pattern =
  /^(\d{4}|[+-]\d{6,7})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/

/** The Gregorian calendar, weekdays included, repeats after this many years. */
const cycleYears = 400
const cycleMilliseconds = 146_097 * 86_400_000

/** An instant moved to a year from 1999 to 2400, with what is needed to move it back. */
interface Instant {
  readonly milliseconds: number
  /** Microseconds beyond the millisecond. */
  readonly microseconds: number
  /** How many cycles of 400 years it was moved back. */
  readonly cycles: number
}

function readInstant(text: string): Instant | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, date, hours, minutes, seconds = '00', fraction = '', offset = 'Z'] = match
  const cycles = countCycles(Number(year))
  const digits = fraction.padEnd(6, '0')
  const local = Date.parse(
    `${Number(year) - cycles * cycleYears}-${month}-${date}T${hours}:${minutes}:${seconds}.${digits.slice(0, 3)}Z`,
  )
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(date)) return undefined
  const microseconds = Number(digits.slice(3, 6))
  return { milliseconds: local - parseZoneOffset(offset), microseconds, cycles }
}

const countCycles = (year: number): number => Math.floor((year - 2000) / cycleYears)

function parseZoneOffset(text: string): number {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000
}

function instantText({ milliseconds, microseconds, cycles }: Instant): string {
  const text = moveYears(new Date(milliseconds).toISOString(), cycles)
  if (microseconds === 0) return text
  return `${text.slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`
}

/** Moves the year of a date with a four-digit year by a number of 400-year cycles. */
function moveYears(text: string, cycles: number): string {
  return yearText(Number(text.slice(0, 4)) + cycles * cycleYears) + text.slice(4)
}

/**
 * Formats a year as ISO 8601 does: four digits, or a sign and six digits before year 1 and after
 * 9999.
 *
 * @example
 * yearText(-43) // '-000043', which is 44 BC
 */
export function yearText(year: number): string {
  if (year >= 1 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

/**
 * Moves a day to the years 2000 to 2399, where `Date` can compute with it, and returns how many
 * 400-year cycles it was moved.
 */
export function shiftToSupportedYears(day: string): {
  readonly day: string
  readonly cycles: number
} {
  const year = Number(day.slice(0, -6))
  const cycles = countCycles(year)
  return { day: `${year - cycles * cycleYears}${day.slice(-6)}`, cycles }
}

/** The inverse of `shiftToSupportedYears`. */
export const shiftBack = (day: string, cycles: number): string => moveYears(day, cycles)

const infinities = /^([+-]?)infinity$/i

/** Returns the canonical text of an infinite date; undefined for any other text. */
function infinityText(text: string): 'infinity' | '-infinity' | undefined {
  const match = infinities.exec(text)
  return match ? (match[1] === '-' ? '-infinity' : 'infinity') : undefined
}

/**
 * Parses a date with time, in UTC when it has no zone; microseconds are cut. Undefined when a
 * `Date` cannot represent it.
 */
export function readDate(value: Date | string): Date | undefined {
  const instant = value instanceof Date ? undefined : readInstant(value)
  const date =
    value instanceof Date
      ? value
      : instant && new Date(instant.milliseconds + instant.cycles * cycleMilliseconds)
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

/**
 * Returns the canonical form of an instant: ISO 8601 in UTC with three fraction digits, six when
 * microseconds are not zero; a year before 1 or after 9999 with a sign and six digits; `infinity`
 * unchanged. Undefined when the value is not an instant.
 *
 * @example
 * canonicalDate('2024-01-31 12:00:00+02') // '2024-01-31T10:00:00.000Z'
 */
export function canonicalDate(value: Date | string): string | undefined {
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? undefined : canonicalDate(value.toISOString())
  }
  const instant = readInstant(value)
  return instant ? instantText(instant) : infinityText(value)
}

/**
 * Returns the canonical form of a day, as `canonicalDate` does for an instant.
 *
 * @example
 * canonicalDay('0000-12-31') // '+000000-12-31', which is in 1 BC
 */
export function canonicalDay(value: string): string | undefined {
  return /-\d\d-\d\d$/.test(value)
    ? canonicalDate(`${value}T00:00:00Z`)?.slice(0, -14)
    : infinityText(value)
}
