import { type DateStyle, formatDate } from '../text/format-date.js'

/**
 * Formats the time of an entry, with seconds: `30 Sep 2026, 14:39:05`.
 *
 * @example
 * formatLogTime('2026-09-30T12:39:05.123456Z', { zone: 'Europe/Paris', language: 'en' })
 */
export const formatLogTime = (value: string, style: DateStyle): string =>
  `${formatDate(value, style)}:${value.slice(17, 19)}`

/** From how many milliseconds on it is said that an entry was written later than it happened. */
const notableDelay = 2_000

/** Whether an entry was written so much later than it happened that both times are shown. */
export const isLate = (occurredAt: string, createdAt: string): boolean =>
  Date.parse(createdAt) - Date.parse(occurredAt) > notableDelay
