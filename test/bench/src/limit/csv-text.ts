export function csvText(rows: readonly (readonly unknown[])[]): string {
  let text = ''
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) text += (i ? ',' : '') + cell(row[i])
    text += '\n'
  }
  return text
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
