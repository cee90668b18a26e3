/**
 * An instant as ISO 8601 text in UTC with six fraction digits, as the store reads it and the API returns it.
 */
export type Instant = string

/**
 * Converts PostgreSQL's `2026-02-01 08:30:00.12+00` to `2026-02-01T08:30:00.120000Z`. Sessions run in UTC.
 */
export function parseInstant(text: string): Instant {
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(6, '0')}Z`
}

/** The instant of a JavaScript date, where milliseconds are enough. */
export function toInstant(date: Date): Instant {
  return `${date.toISOString().slice(0, -1)}000Z`
}

/** The instant some microseconds later, or earlier when negative. */
export function addMicroseconds(instant: Instant, microseconds: number): Instant {
  const total = Number(instant.slice(20, 26)) + microseconds
  const seconds = Math.floor(total / 1_000_000)
  const rest = total - seconds * 1_000_000
  const whole = seconds === 0 ? instant.slice(0, 19) : shiftSeconds(instant, seconds)
  return `${whole}.${String(rest).padStart(6, '0')}Z`
}

function shiftSeconds(instant: Instant, seconds: number): string {
  const date = new Date(Date.parse(`${instant.slice(0, 19)}Z`) + seconds * 1000)
  return date.toISOString().slice(0, 19)
}
