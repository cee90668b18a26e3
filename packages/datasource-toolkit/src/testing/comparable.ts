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
    value: roundValue(value),
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

/**
 * Returns the limit with which sums and averages can be compared: none where it would cut between groups whose values
 * differ only by rounding, because databases then keep either.
 *
 * @example
 * chooseComparableLimit([{ value: 2, group: {} }, { value: 1, group: {} }], 1) // 1
 */
export function chooseComparableLimit(
  groups: readonly Group[],
  limit: number | undefined,
): number | undefined {
  if (limit === undefined || limit === 0 || limit >= groups.length) return limit
  const [last, next] = [groups[limit - 1], groups[limit]].map(group => roundValue(group?.value))
  return last === next ? undefined : limit
}

function roundValue(value: unknown): number | null {
  return value == null ? null : Number(Number(value).toPrecision(9))
}
