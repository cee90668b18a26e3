import { withoutTrailing } from '@service/base'

const ofDay =
  /^(?:([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:\.(\d{1,9}))?)?|(24):(00)(?::(00)(?:\.0{1,9})?)?)$/
const ofAnyLength = /^(-?)(\d{2,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?$/

/**
 * Returns the canonical form of a time of day: `HH:MM:SS`, with a fraction only when it is not
 * zero. The end of a day is `24:00:00`. Undefined when the text is not a time.
 *
 * @example
 * canonicalTime('09:30') // '09:30:00'
 */
export function canonicalTime(text: string): string | undefined {
  const match = ofDay.exec(text)
  if (!match) return undefined
  if (match[5]) return '24:00:00'
  const [, hours = '', minutes = '', seconds = '00', fraction = ''] = match
  const whole = seconds === '60' ? nextMinute(hours, minutes) : `${hours}:${minutes}:${seconds}`
  const digits = withoutTrailing(fraction.slice(0, 6), '0')
  return `${whole}${digits && `.${digits}`}`
}

/** A leap second becomes the first second of the next minute, as in PostgreSQL. */
function nextMinute(hours: string, minutes: string): string {
  const next = Number(hours) * 60 + Number(minutes) + 1
  return `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}:00`
}

/**
 * Returns a time as microseconds since midnight; it can be negative or exceed 24 hours where times
 * are durations. Undefined when the text is not a time.
 *
 * @example
 * timeMicroseconds('-100:00:01.5') // -360001500000
 */
export function timeMicroseconds(text: string): number | undefined {
  const match = ofAnyLength.exec(canonicalTime(text) ?? text)
  if (!match) return undefined
  const [, sign, hours, minutes, seconds, fraction = ''] = match
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign ? -1 : 1) * (whole * 1_000_000 + Number(fraction.padEnd(6, '0')))
}
