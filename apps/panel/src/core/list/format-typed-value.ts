/**
 * Writes a value of a condition as it can be typed again.
 *
 * @example
 * formatTypedValue([48.8, 2.3]) // '48.8, 2.3'
 */
export function formatTypedValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
