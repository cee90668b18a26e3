import type { Group } from '../query.js'
import type { Row } from '../source.js'

/**
 * Converts rows so that `toEqual` compares their content: bytes become text.
 *
 * @example
 * expect(comparable(rows)).toEqual(comparable([{ id: 1, photo: new Uint8Array([1, 2]) }]))
 */
export function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Row).map(([name, part]) => [name, comparable(part)]),
  )
}

/**
 * Rounds the numbers of groups to nine digits, because databases round averages differently.
 *
 * @example
 * comparableGroups([{ value: 33.3333333, group: {} }], true) // [{ value: 33.3333, group: {} }]
 */
export function comparableGroups(groups: readonly Group[], isNumeric: boolean): unknown {
  if (!isNumeric) return groups.map(({ value, group }) => ({ value, group: comparable(group) }))
  const rounded = groups.map(({ value, group }) => ({
    value: value === null ? null : Number(Number(value).toPrecision(9)),
    group: comparable(group),
  }))
  // Groups whose values differ only by rounding can come in either order.
  const ranks = new Map(rounded.map(({ value }, index) => [value, index]))
  return rounded.sort(
    (left, right) =>
      ranks.get(left.value)! - ranks.get(right.value)! ||
      JSON.stringify(left.group).localeCompare(JSON.stringify(right.group)),
  )
}
