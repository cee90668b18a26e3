const pattern = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?$/

/**
 * The one form of a time of day: `HH:MM:SS`, with a fraction only when it is not zero.
 * Undefined when the text is no time.
 *
 * @example
 * canonicalTime('09:30') // '09:30:00'
 */
export function canonicalTime(text: string): string | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, hours, minutes, seconds = '00', fraction = ''] = match
  const digits = fraction.slice(0, 6).replace(/0+$/, '')
  return `${hours}:${minutes}:${seconds}${digits && `.${digits}`}`
}
