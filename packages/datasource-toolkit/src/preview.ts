/** A value as it appears in an error message: JSON, cut when long. */
export function preview(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
