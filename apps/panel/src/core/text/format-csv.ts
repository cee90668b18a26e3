/**
 * Formats rows as CSV, with quotes where they are needed.
 *
 * @example
 * formatCsv([['id', 'note'], ['1', 'a, b']]) // 'id,note\r\n1,"a, b"\r\n'
 */
export function formatCsv(rows: readonly (readonly string[])[], delimiter = ','): string {
  return rows.map(row => `${formatLine(row, delimiter)}\r\n`).join('')
}

function formatLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map(cell => {
    const isPlain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell)
    return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
  })
  // An empty line would not be a row.
  return quoted.length === 1 && quoted[0] === '' ? '""' : quoted.join(delimiter)
}
