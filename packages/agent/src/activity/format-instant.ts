let last = Number.NaN
let text = ''

/** Formats an instant in ISO 8601. Requests of the same millisecond share one string. */
export function formatInstant(milliseconds: number): string {
  if (milliseconds !== last) {
    text = new Date(milliseconds).toISOString()
    last = milliseconds
  }
  return text
}
