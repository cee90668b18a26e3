import type { LayoutSort } from '@service/protocol'
import { readName, splitItems, writeName } from './name-text.js'

/**
 * Writes a sort for an address.
 *
 * @example
 * formatSort([{ field: 'ordered_at', isDescending: true }]) // '-ordered_at'
 */
export function formatSort(sort: readonly LayoutSort[]): string {
  return sort
    .map(({ field, isDescending }) => `${isDescending ? '-' : ''}${writeName(field)}`)
    .join(',')
}

/**
 * Reads the sort of an address. An empty one means that the list is not sorted.
 *
 * @example
 * parseSort('-ordered_at,customer:name')
 */
export function parseSort(text: string): readonly LayoutSort[] {
  const sort = new Map<string, LayoutSort>()
  for (const item of splitItems(text)) {
    const trimmed = item.trim()
    const isDescending = trimmed.startsWith('-')
    const name = readName(trimmed, isDescending ? 1 : 0)?.value
    if (name === undefined || sort.has(name)) continue
    sort.set(name, { field: name, ...(isDescending && { isDescending }) })
  }
  return [...sort.values()]
}

/**
 * Returns the sort after a click on the head of a column: ascending, descending, none. With
 * `isAdded` the column is added to the others.
 *
 * @example
 * toggleSort([{ field: 'total' }], 'total') // [{ field: 'total', isDescending: true }]
 */
export function toggleSort(
  sort: readonly LayoutSort[],
  field: string,
  isAdded = false,
): readonly LayoutSort[] {
  const current = sort.find(each => each.field === field)
  const others = isAdded ? sort.filter(each => each.field !== field) : []
  if (!current) return [...others, { field }]
  if (current.isDescending) return others
  const turned = { field, isDescending: true }
  return isAdded ? sort.map(each => (each.field === field ? turned : each)) : [turned]
}
