let last = Number.NaN
let text = ''

/** An instant in ISO 8601. Requests of the same millisecond share one text. */
export function formatInstant(milliseconds: number): string {
  if (milliseconds !== last) {
    text = new Date(milliseconds).toISOString()
    last = milliseconds
  }
  return text
}
