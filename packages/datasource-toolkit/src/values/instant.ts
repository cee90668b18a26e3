import { ValidationError } from '../errors.js'

const pattern =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/

/** An instant to the millisecond, and the microseconds beyond it. */
interface Instant {
  readonly milliseconds: number
  readonly microseconds: number
}

function readInstant(text: string): Instant | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, date, hours, minutes, seconds = '00', fraction = '', offset = 'Z'] = match
  const digits = fraction.padEnd(6, '0')
  const local = Date.parse(
    `${year}-${month}-${date}T${hours}:${minutes}:${seconds}.${digits.slice(0, 3)}Z`,
  )
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(date)) return undefined
  return { milliseconds: local - offsetOf(offset), microseconds: Number(digits.slice(3, 6)) }
}

function offsetOf(text: string): number {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3).replace(':', '') || 0)
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000
}

/** Reads a date with time; without a zone it is in UTC. Microseconds beyond the millisecond are cut. */
export function parseInstant(value: Date | string): Date {
  if (value instanceof Date) return value
  const instant = readInstant(value)
  if (instant) return new Date(instant.milliseconds)
  throw new ValidationError(`'${value}' is not a date with time, such as 2024-01-31T12:00:00.000Z.`)
}

/**
 * The one form of an instant: ISO 8601 in UTC with three fraction digits, six when microseconds
 * are not zero. Undefined when the value is no instant.
 *
 * @example
 * canonicalDate('2024-01-31 12:00:00+02') // '2024-01-31T10:00:00.000Z'
 */
export function canonicalDate(value: Date | string): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  const instant = readInstant(value)
  if (!instant) return undefined
  const text = new Date(instant.milliseconds).toISOString()
  if (instant.microseconds === 0) return text
  return `${text.slice(0, -1)}${String(instant.microseconds).padStart(3, '0')}Z`
}
