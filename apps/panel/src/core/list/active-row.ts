import { countRows, findPosition, getRow, type Pages } from './pages.js'

/** The row that keys act on. */
export interface ActiveRow {
  readonly index: number
  /** Its record; undefined when it was not loaded. */
  readonly id: string | undefined
}

/**
 * Returns where the active row is now: where its record went when rows came or went around it. In
 * place of a record that was deleted the next one is active; in another list, none.
 *
 * @example
 * findActiveRow(pages, { index: 3, id: '12' }, true) // 4, after somebody added a row above
 */
export function findActiveRow(
  pages: Pages<{ readonly id: string }>,
  { index, id }: ActiveRow,
  isSameList: boolean,
): number | undefined {
  if (id !== undefined && getRow(pages, index)?.id === id) return index
  const position = id === undefined ? -1 : findPosition(pages, id)
  if (position >= 0) return position
  const last = countRows(pages) - 1
  return isSameList && last >= 0 ? Math.min(index, last) : undefined
}

/**
 * Returns the row that a step leads to: without an active row, the first one.
 *
 * @example
 * stepToRow(undefined, 1, 20) // 0
 */
export function stepToRow(active: number | undefined, step: 1 | -1, count: number): number {
  return Math.min(Math.max(active === undefined ? 0 : active + step, 0), count - 1)
}
