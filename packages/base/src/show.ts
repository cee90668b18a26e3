const longest = 80

/**
 * Formats a value for an error message: as JSON, shortened when it is long.
 *
 * @example
 * show({ id: 1 }) // '{"id":1}'
 * show(undefined) // 'undefined'
 */
export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
