import { formatNumberInput } from '../text/number-input.js'

/**
 * Writes a value of a condition as people of a language can type it again.
 *
 * @example
 * formatTypedValue([48.8, 2.3], 'en') // '48.8, 2.3'
 */
export function formatTypedValue(value: unknown, language: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return formatNumberInput(value, { language })
  // A comma stands between the values.
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
