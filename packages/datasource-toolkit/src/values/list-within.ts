import type { ColumnType } from '../column-types.js'

/**
 * Returns whether an element is itself a list, as in two-dimensional arrays, and not a value of the
 * element type.
 *
 * @example
 * isListWithin('Number', [1, 2]) // true
 * isListWithin('Point', [1, 2]) // false
 */
export function isListWithin(element: ColumnType, item: unknown): item is readonly unknown[] {
  if (!Array.isArray(item) || typeof element !== 'string' || element === 'Json') return false
  return element !== 'Point' || !(item.length === 2 && item.every(isCoordinate))
}

function isCoordinate(part: unknown): boolean {
  return typeof part === 'number' || (typeof part === 'string' && !part.includes(','))
}
