import { countRows, findPosition, getRow, isEnd, type Pages } from '../list/pages.js'

/** The records before and after one in the list it was opened from. */
export interface Neighbours {
  readonly previous?: string
  readonly next?: string
  /** Counted from 1; absent when the record is not in the loaded part of the list. */
  readonly position?: number
  /** Whether more of the list has to be loaded to know the next record. */
  readonly needsMore: boolean
}

/**
 * Finds the records before and after one in a list.
 *
 * @example
 * const { previous, next } = findNeighbours(pages, '12')
 */
export function findNeighbours<R extends { readonly id: string }>(
  pages: Pages<R>,
  id: string,
): Neighbours {
  const index = findPosition(pages, id)
  if (index < 0) return { needsMore: false }
  const previous = index > 0 ? getRow(pages, index - 1)?.id : undefined
  const next = getRow(pages, index + 1)?.id
  const isLast = isEnd(pages) && index === countRows(pages) - 1
  return {
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
    position: index + 1,
    needsMore: next === undefined && !isLast,
  }
}
