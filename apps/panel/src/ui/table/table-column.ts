import type { ReactNode } from 'react'

type SortDirection = 'ascending' | 'descending'

/** A column of a table: its head and how a row fills it. */
export interface TableColumn<Row> {
  readonly id: string
  readonly label: string
  readonly width: number
  readonly isEndAligned?: boolean
  /** Stays at the left edge. Pinned columns come first. */
  readonly isPinned?: boolean
  readonly sort?: SortDirection | undefined
  /** Absent when the column cannot be sorted. */
  readonly onSort?: (() => void) | undefined
  readonly onResize?: ((width: number) => void) | undefined
  /** Opens the menu of the column beside the button that was pressed. */
  readonly onMenu?: ((anchor: HTMLElement) => void) | undefined
  /** What a cell shows. It may throw: the row is drawn again then, with `renderGuarded`. */
  readonly render: (row: Row) => ReactNode
  /** The same; a value that cannot be shown harms nothing else. */
  readonly renderGuarded: (row: Row) => ReactNode
}

/** Columns that are on the screen, and the room that those before and after them take. */
export interface VisibleColumns<Row> {
  readonly pinned: readonly TableColumn<Row>[]
  /** The distance of each pinned column from the first one. */
  readonly offsets: readonly number[]
  readonly scrolling: readonly TableColumn<Row>[]
  readonly before: number
  readonly after: number
}

/**
 * Chooses the columns to draw: the pinned ones, and those between two horizontal positions.
 *
 * @example
 * const visible = chooseVisibleColumns(columns, { from: 0, to: 800 })
 */
export function chooseVisibleColumns<Row>(
  columns: readonly TableColumn<Row>[],
  { from, to }: ColumnRange,
): VisibleColumns<Row> {
  const pinned = columns.filter(column => column.isPinned)
  const scrolling: TableColumn<Row>[] = []
  let before = 0
  let after = 0
  let start = 0
  for (const column of columns) {
    if (column.isPinned) continue
    const end = start + column.width
    if (end <= from) before += column.width
    else if (start >= to) after += column.width
    else scrolling.push(column)
    start = end
  }
  const offsets = pinned.map((_, index) => sumWidths(pinned.slice(0, index)))
  return { pinned, offsets, scrolling, before, after }
}

/** Two horizontal positions between which columns are drawn. */
export interface ColumnRange {
  readonly from: number
  readonly to: number
}

const columnMargin = 360

/**
 * Returns the range whose columns are drawn: the one before while it holds everything in view, so
 * that a table is drawn again only now and then while it is scrolled sideways.
 *
 * @example
 * const range = extendColumnRange({ from: 0, to: 1280 }, { left: 900, width: 1000 })
 */
export function extendColumnRange(
  range: ColumnRange,
  { left, width }: { readonly left: number; readonly width: number },
): ColumnRange {
  if (left >= range.from && left + width <= range.to) return range
  return { from: Math.max(0, left - columnMargin), to: left + width + columnMargin }
}

export function sumWidths(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}

/**
 * Returns how far a table has to be scrolled so that a column is between its pinned columns and its
 * right edge; a column that is already there does not move it.
 *
 * @example
 * scroller.scrollLeft = chooseScroll(columns, 'total', { left: scroller.scrollLeft, width: 800 })
 */
export function chooseScroll<Row>(
  columns: readonly TableColumn<Row>[],
  id: string,
  visible: { readonly left: number; readonly width: number },
): number {
  const column = columns.find(each => each.id === id)
  if (!column || column.isPinned) return visible.left
  const others = columns.filter(each => !each.isPinned)
  const start = sumWidths(others.slice(0, others.indexOf(column)))
  const end = start + column.width
  const room = visible.width - sumWidths(columns.filter(each => each.isPinned))
  if (start < visible.left || column.width > room) return start
  return Math.max(visible.left, end - room)
}

export const narrowestColumn = 64
export const widestColumn = 800

/** Returns a width that a person can give a column. */
export function limitColumnWidth(width: number): number {
  return Math.round(Math.min(widestColumn, Math.max(narrowestColumn, width)))
}
