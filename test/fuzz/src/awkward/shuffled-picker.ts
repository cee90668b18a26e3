import type { Random } from '@service/datasource-toolkit/testing'

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items]
  const result: T[] = []
  while (rest.length > 0) result.push(...rest.splice(random.between(0, rest.length - 1), 1))
  return result
}

/** Gives out items in a random order, again and again: each is given before one is given twice. */
export function createShuffledPicker<T>(random: Random, items: readonly T[]): () => T {
  let rest: T[] = []
  return () => {
    if (rest.length === 0) rest = shuffled(random, items)
    return rest.pop()!
  }
}

/** The next item that is not among those taken. */
export function pickOther<T>(pickNext: () => T, taken: ReadonlySet<T>): T {
  for (;;) {
    const item = pickNext()
    if (!taken.has(item)) return item
  }
}
