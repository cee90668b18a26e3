/** An array as PostgreSQL reads it. The driver escapes each element on its own, which takes several times as long. */
export function formatArray(values: readonly (string | number | null)[]): string {
  let text = ''
  for (const value of values) {
    if (text !== '') text += ','
    text += value === null ? 'NULL' : `"${escapeElement(String(value))}"`
  }
  return `{${text}}`
}

const escapeElement = (text: string) =>
  text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text
