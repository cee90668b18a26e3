/** The middle of what was measured; undefined when nothing was. */
export function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = sortFinite(values)
  const low = sorted[(sorted.length - 1) >> 1]
  const high = sorted[sorted.length >> 1]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

export interface Range {
  readonly low: number
  readonly high: number
}

/** Where the middle lies with a probability of 95 % or more, whatever the distribution: between two sorted values. */
export function findMedianRange(values: readonly number[]): Range {
  const sorted = sortFinite(values)
  const rank = Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length))
  const index = Math.max(0, rank - 1)
  const [low = Number.NaN, high = Number.NaN] = [sorted[index], sorted[sorted.length - 1 - index]]
  return { low, high }
}

function sortFinite(values: readonly (number | undefined)[]): readonly number[] {
  return values
    .filter(value => value !== undefined && Number.isFinite(value))
    .map(Number)
    .sort((a, b) => a - b)
}
