/**
 * Whether a value is a string of at least one character.
 *
 * @example
 * isNonEmptyString('') // false
 */
export function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
