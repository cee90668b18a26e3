const isoDuration =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

const isoUnits = ['y', 'mo', 'w', 'd', 'h', 'min', 's']

/**
 * Formats a duration: a number of seconds or milliseconds, or an ISO 8601 text.
 *
 * @example
 * formatDuration(7500) // '2 h 5 min'
 * formatDuration('P1DT2H') // '1 d 2 h'
 */
export function formatDuration(value: number | string, unit: 's' | 'ms' = 's'): string {
  if (typeof value === 'string' && value.startsWith('P')) return formatIso(value)
  const seconds = Number(value) / (unit === 'ms' ? 1000 : 1)
  return Number.isFinite(seconds) && value !== '' ? formatSeconds(seconds) : String(value)
}

function formatIso(value: string): string {
  const match = isoDuration.exec(value)
  const parts = isoUnits.flatMap((unit, index) => {
    const count = match?.[index + 1]
    return count === undefined ? [] : [`${Number(count)}\u00a0${unit}`]
  })
  return parts.length > 0 ? parts.join(' ') : value
}

/** The two largest units say enough: `3 d 4 h`. */
function formatSeconds(seconds: number): string {
  const sign = seconds < 0 ? '-' : ''
  const length = Math.abs(seconds)
  if (length < 1) return `${sign}${Math.round(length * 1000)}\u00a0ms`
  if (length < 59.95) return `${sign}${Number(length.toFixed(1))}\u00a0s`
  const whole = Math.round(length)
  const counts: readonly (readonly [number, string])[] = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3_600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ]
  const first = counts.findIndex(([count]) => count > 0)
  const shown = counts.slice(first, first + 2).filter(([count]) => count > 0)
  return sign + shown.map(([count, unit]) => `${count}\u00a0${unit}`).join(' ')
}
