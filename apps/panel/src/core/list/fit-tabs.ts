/**
 * Chooses the tabs that fit into a width, in their order. The first one and the current one are always shown.
 *
 * @example
 * fitTabs([40, 60, 80], 110, 2) // [0, 2]
 */
export function fitTabs(
  widths: readonly number[],
  available: number,
  current: number,
): readonly number[] {
  const forced = new Set([0, current].filter(index => index in widths))
  let left = available - [...forced].reduce((sum, index) => sum + (widths[index] ?? 0), 0)
  let isFull = false
  return widths.flatMap((width, index) => {
    if (forced.has(index)) return [index]
    isFull ||= width > left
    if (isFull) return []
    left -= width
    return [index]
  })
}
