import type { FieldPath } from './query.js'
import type { Row } from './source.js'

/**
 * Returns the value at a path of a row; null when a row along the path is null or the value is
 * absent.
 *
 * @example
 * getField({ id: 1, customer: { name: 'Ada' } }, 'customer:name') // 'Ada'
 */
export function getField(row: Row | null | undefined, path: FieldPath): unknown {
  if (!path.includes(':')) return row?.[path] ?? null
  let value: unknown = row
  for (const name of path.split(':')) {
    if (value === null || value === undefined) return null
    value = (value as Row)[name]
  }
  return value ?? null
}
