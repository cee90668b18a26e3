import { formatDateInput } from '../text/format-date.js'
import { findInstant } from '../text/zone.js'

const localMinute = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/

/**
 * Reads what a field for date and time has, on the clock of a zone.
 *
 * @example
 * readLocalMinute('2026-07-01T12:00', 'Europe/Paris') // '2026-07-01T10:00:00.000Z'
 */
export function readLocalMinute(text: string, zone: string): string | undefined {
  const match = localMinute.exec(text)
  if (!match) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number)
  return findInstant(
    { year, month, day, hour, minute, second: 0, millisecond: 0 },
    zone,
  ).toISOString()
}

/**
 * Writes an instant for such a field, the inverse of `readLocalMinute`.
 *
 * @example
 * formatLocalMinute('2026-07-01T10:00:00.000Z', 'Europe/Paris') // '2026-07-01T12:00'
 */
export const formatLocalMinute = (instant: string | undefined, zone: string): string =>
  instant === undefined ? '' : formatDateInput(instant, zone).replace(' ', 'T').slice(0, 16)
