const pattern =
  /^(\d{4}|[+-]\d{6,7})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/

/** The calendar repeats itself, weekdays included, after so many years. */
const cycleYears = 400
const cycleMilliseconds = 146_097 * 86_400_000

/** An instant of a year from 1999 to 2400, and what it is away from the one it stands for. */
interface Instant {
  readonly milliseconds: number
  /** Microseconds beyond the millisecond. */
  readonly microseconds: number
  /** So many times 400 years later. */
  readonly cycles: number
}

function readInstant(text: string): Instant | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, date, hours, minutes, seconds = '00', fraction = '', offset = 'Z'] = match
  const cycles = cyclesOf(Number(year))
  const digits = fraction.padEnd(6, '0')
  const local = Date.parse(
    `${Number(year) - cycles * cycleYears}-${month}-${date}T${hours}:${minutes}:${seconds}.${digits.slice(0, 3)}Z`,
  )
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(date)) return undefined
  const microseconds = Number(digits.slice(3, 6))
  return { milliseconds: local - offsetOf(offset), microseconds, cycles }
}

const cyclesOf = (year: number): number => Math.floor((year - 2000) / cycleYears)

function offsetOf(text: string): number {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000
}

function instantText({ milliseconds, microseconds, cycles }: Instant): string {
  const text = moveYears(new Date(milliseconds).toISOString(), cycles)
  if (microseconds === 0) return text
  return `${text.slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`
}

/** A date of four digits of a year, so many times 400 years later. */
function moveYears(text: string, cycles: number): string {
  return yearText(Number(text.slice(0, 4)) + cycles * cycleYears) + text.slice(4)
}

/**
 * A year as ISO 8601 writes it: four digits, or a sign and six before the year 1 and after 9999.
 *
 * @example
 * yearText(-43) // '-000043', which is 44 BC
 */
export function yearText(year: number): string {
  if (year >= 1 && year <= 9999) return String(year).padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`
}

/**
 * The same day in the years 2000 to 2399, and how many times 400 years it was moved: what `Date`
 * can compute with.
 */
export function nearDay(day: string): { readonly day: string; readonly cycles: number } {
  const year = Number(day.slice(0, -6))
  const cycles = cyclesOf(year)
  return { day: `${year - cycles * cycleYears}${day.slice(-6)}`, cycles }
}

/** The inverse of `nearDay`. */
export const farDay = (day: string, cycles: number): string => moveYears(day, cycles)

const infinities = /^([+-]?)infinity$/i

/** The text of the end of time, in either direction; undefined when it is none. */
function infinityText(text: string): 'infinity' | '-infinity' | undefined {
  const match = infinities.exec(text)
  return match ? (match[1] === '-' ? '-infinity' : 'infinity') : undefined
}

/**
 * A date with time; without a zone it is in UTC, and microseconds beyond the millisecond are cut.
 * Undefined when it is none that a `Date` holds.
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
 * The one form of an instant: ISO 8601 in UTC with three fraction digits, six when microseconds
 * are not zero; a year before 1 or after 9999 with a sign and six digits; `infinity` as such.
 * Undefined when the value is no instant.
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
 * The one form of a day, as `canonicalDate` is that of an instant.
 *
 * @example
 * canonicalDay('0000-12-31') // '+000000-12-31', which is in 1 BC
 */
export function canonicalDay(value: string): string | undefined {
  return /-\d\d-\d\d$/.test(value)
    ? canonicalDate(`${value}T00:00:00Z`)?.slice(0, -14)
    : infinityText(value)
}
