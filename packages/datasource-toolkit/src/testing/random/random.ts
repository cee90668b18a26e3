/** A source of repeatable random choices. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** An integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** Some of the choices, in their order. */
  some<T>(choices: readonly T[], probability: number): T[]
}

/**
 * Creates a generator of random choices that are the same for the same seed.
 *
 * @example
 * const random = createRandom(42)
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    // mulberry32 is small, and good enough for test data.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: probability => next() < probability,
    pick: choices => {
      if (choices.length === 0) throw new Error('There is nothing to pick from.')
      return choices[between(0, choices.length - 1)] as (typeof choices)[number]
    },
    some: (choices, probability) => choices.filter(() => next() < probability),
  }
}
