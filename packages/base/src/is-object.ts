/**
 * Whether a value is an object with members: neither null nor an array.
 *
 * @example
 * isObject({ id: 1 }) // true
 * isObject([1]) // false
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
