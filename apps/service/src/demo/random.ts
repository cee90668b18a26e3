/** A pseudo-random generator that returns the same values for the same seed on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [low, high]. */
  integer(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // splitmix32: a counter followed by two multiply-and-shift mixes.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    pick: items => items[integer(0, items.length - 1)] as (typeof items)[number],
    chance: probability => next() < probability,
  }
}
