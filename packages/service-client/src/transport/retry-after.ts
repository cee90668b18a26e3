/** Milliseconds that the service can make a client wait. */
export const longestRetryAfter = 3_600_000

/** Reads a `Retry-After` header (seconds or a date) as milliseconds, at most one hour. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const delay = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(delay) ? undefined : Math.min(Math.max(delay, 0), longestRetryAfter)
}
