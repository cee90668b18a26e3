/** A cell of a list. */
export interface CellPosition {
  readonly row: number
  readonly column: string
}

/**
 * Returns the cell that Tab leads to: the next of the row, and after the last one the first of the
 * next row. At both ends of the list it stays.
 *
 * @example
 * moveThroughCells({ row: 0, column: 'total' }, 1, ['reference', 'total'], 20) // { row: 1, column: 'reference' }
 */
export function moveThroughCells(
  cell: CellPosition,
  step: 1 | -1,
  columns: readonly string[],
  rowCount: number,
): CellPosition {
  const position = cell.row * columns.length + columns.indexOf(cell.column) + step
  const row = Math.floor(position / columns.length)
  const column = columns[position - row * columns.length]
  return row < 0 || row >= rowCount || column === undefined ? cell : { row, column }
}
