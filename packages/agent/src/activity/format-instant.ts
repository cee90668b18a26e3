let second = Number.NaN
let untilSecond = ''

/** Formats an instant in ISO 8601. Instants of the same second share its text. */
export function formatInstant(milliseconds: number): string {
  const since = Math.floor(milliseconds / 1000)
  if (since !== second) {
    untilSecond = new Date(since * 1000).toISOString().slice(0, -4)
    second = since
  }
  const rest = Math.floor(milliseconds) - since * 1000
  return `${untilSecond}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`
}
