/** A map that drops entries which were not used recently. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

/**
 * Creates a map that keeps between `size` and twice `size` entries, in two generations: an entry
 * that is used again moves to the young one, so a hit costs one look-up and no reordering.
 * `onForget` receives the dropped keys, many at a time.
 *
 * @example
 * const plans = createRecentMap<string, Plan>(500)
 */
export function createRecentMap<Key, Value>(
  size: number,
  onForget?: (keys: readonly Key[]) => void,
): RecentMap<Key, Value> {
  let recent = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  const set = (key: Key, value: Value) => {
    recent.set(key, value)
    if (recent.size < size) return
    if (onForget) onForget([...old.keys()].filter(each => !recent.has(each)))
    old = recent
    recent = new Map()
  }
  return {
    set,
    get(key) {
      const value = recent.get(key)
      if (value !== undefined) return value
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
  }
}
