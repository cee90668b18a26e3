import { ExactNumber } from '@service/base'
import { isDocument } from '@service/datasource-toolkit'

/**
 * Whether two values of a record are equal; absent and null are the same.
 *
 * @example
 * isSameValue({ a: [1] }, { a: [1] }) // true
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  const [left, right] = [a ?? null, b ?? null]
  if (Object.is(left, right)) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, index) => isSameValue(item, right[index]))
    )
  }
  if (left instanceof Date || right instanceof Date) return String(left) === String(right)
  if (left instanceof ExactNumber && right instanceof ExactNumber) return left.text === right.text
  if (!isDocument(left) || !isDocument(right)) return false
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...names].every(
    name =>
      Object.hasOwn(left, name) === Object.hasOwn(right, name) &&
      isSameValue(left[name], right[name]),
  )
}
