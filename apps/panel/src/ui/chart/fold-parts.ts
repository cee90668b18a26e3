import type { ChartPart } from './chart-data.js'

/** A part as it is drawn. */
export interface DrawnPart extends ChartPart {
  /** Its place among all parts; -1 when it stands for several. */
  readonly index: number
  readonly others?: readonly number[]
}

/**
 * Returns the largest parts in their order, and one for the rest of them.
 *
 * @example
 * foldParts([{ label: 'a', value: 5 }, { label: 'b', value: 1 }, { label: 'c', value: 2 }], 2, n => `${n} others`)
 * // [{ label: 'a', value: 5, index: 0 }, { label: '2 others', value: 3, index: -1, others: [2, 1] }]
 */
export function foldParts(
  parts: readonly ChartPart[],
  most: number,
  formatOther: (count: number) => string,
): readonly DrawnPart[] {
  const all = parts.map((part, index) => ({ ...part, index }))
  const sorted = all.toSorted((a, b) => b.value - a.value)
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1)
  const value = rest.reduce((sum, part) => sum + part.value, 0)
  const others = rest.map(({ index }) => index)
  return [
    ...sorted.slice(0, most - 1),
    { label: formatOther(rest.length), value, index: -1, others },
  ]
}
