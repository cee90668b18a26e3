import type { FieldPath } from './query.js'
import type { Row } from './source.js'

/**
 * What a record that need not have all columns says of one; undefined where it says nothing, also of
 * a column named like something every object has.
 *
 * @example
 * ownValue({ id: 1 }, 'constructor') // undefined
 */
export function ownValue(row: Row, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined
}

/**
 * The value at a path of a row; null when a row on the way is null or the value is absent.
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
