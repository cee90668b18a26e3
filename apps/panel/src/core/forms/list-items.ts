import { toKey } from './filter-options.js'

/**
 * Moves an item of a list to another place.
 *
 * @example
 * moveItem(['a', 'b', 'c'], 0, 2) // ['b', 'c', 'a']
 */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  if (to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
}

/**
 * Tells whether a list has the same item twice.
 *
 * @example
 * hasRepeatedItems(['a', 'b', 'a']) // true
 */
export function hasRepeatedItems(items: readonly unknown[]): boolean {
  return new Set(items.map(toKey)).size < items.length
}
