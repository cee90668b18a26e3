/**
 * Returns the list with an item at another position.
 *
 * @example
 * moveItem(['a', 'b', 'c'], 0, 2) // ['b', 'c', 'a']
 */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
