const shortest = 1
const longest = 300

/**
 * Reads how many seconds to wait after a 429 or 503: a number of seconds, or a date. Between one
 * second and five minutes; five seconds when the response does not say.
 *
 * @example
 * readRetryAfter('12', new Date()) // 12
 */
export function readRetryAfter(header: string | null, now: Date): number {
  const text = header?.trim() ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return 5
  return Math.ceil(Math.min(Math.max(seconds, shortest), longest))
}
