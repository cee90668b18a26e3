/** A map that forgets what was not asked for lately. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Keeps between `size` and twice `size` entries, in two generations: an entry asked for again moves
 * to the young one, so that a hit costs one look-up and no reordering.
 */
export function createRecentMap<Value>(size: number): RecentMap<Value> {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    young.set(key, value)
    if (young.size < size) return
    old = young
    young = new Map()
  }
  return {
    set,
    get(key) {
      const value = young.get(key)
      if (value !== undefined) return value
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
  }
}
