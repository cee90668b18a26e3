/** The middle of what was measured; undefined when nothing was. */
export function median(values: readonly (number | undefined)[]): number | undefined {
  const sorted = values
    .filter(value => value !== undefined && Number.isFinite(value))
    .map(Number)
    .sort((a, b) => a - b)
  const low = sorted[(sorted.length - 1) >> 1]
  const high = sorted[sorted.length >> 1]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
