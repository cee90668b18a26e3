/** The range of an axis and where it has lines. */
export interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/**
 * Chooses an axis with round numbers that includes 0 and all values.
 *
 * @example
 * buildAxis([3, 91], 5).ticks // [0, 20, 40, 60, 80, 100]
 */
export function buildAxis(values: readonly (number | null)[], wanted = 5): Axis {
  const numbers = values.filter(value => value !== null && Number.isFinite(value)) as number[]
  const lowest = numbers.reduce((least, value) => Math.min(least, value), 0)
  const highest = numbers.reduce((most, value) => Math.max(most, value), 0)
  if (lowest === highest) return { min: 0, max: 1, ticks: [0, 1] }
  const step = chooseStep((highest - lowest) / wanted)
  const first = Math.floor(lowest / step)
  const last = Math.ceil(highest / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    round((first + index) * step),
  )
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks }
}

/** The next of 1, 2, 5, 10, 20, 50, … */
function chooseStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find(each => each * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Removes what floating point adds, such as 0.30000000000000004. */
const round = (value: number) => Number(value.toPrecision(12))

/**
 * Chooses which of many labels an axis shows: the first one, and then every so many.
 *
 * @example
 * chooseLabels(10, 4) // [0, 3, 6, 9]
 */
export function chooseLabels(count: number, most: number): readonly number[] {
  const stride = Math.max(1, Math.ceil(count / Math.max(1, most)))
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => index * stride)
}
