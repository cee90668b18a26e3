import { isStorable } from '../notes/text.js'

const MAX_DEPTH = 20

/**
 * Whether a JSON value can be stored: within the limits of size and depth, and with text that PostgreSQL
 * accepts.
 */
export function isSmallJson(value: unknown, maxLength: number): boolean {
  return isShallow(value, MAX_DEPTH) && JSON.stringify(value).length <= maxLength
}

/** Checks the depth, and the text of every key and value. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(
    ([key, member]) => isStorable(key) && isShallow(member, depth - 1),
  )
}
