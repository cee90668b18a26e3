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
  readonly render: (row: Row) => ReactNode
}

/** Columns that are on the screen, and the room that those before and after them take. */
export interface VisibleColumns<Row> {
  readonly pinned: readonly TableColumn<Row>[]
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
  { from, to }: { readonly from: number; readonly to: number },
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
  return { pinned, scrolling, before, after }
}
