type Key = string | number | bigint

/** Which element each row on the screen is drawn in. */
export interface RowSlots {
  readonly byKey: ReadonlyMap<Key, number>
  /** The number of the next element. */
  readonly next: number
}

export const noSlots: RowSlots = { byKey: new Map(), next: 0 }

/**
 * Gives each row on the screen a slot, the key of its element. A row keeps its slot while it is on the
 * screen; one that comes takes that of one that has left, whose element is then filled anew: that costs
 * a fraction of a new one. The slot of the row that is `kept`, which may have the focus, goes with it.
 *
 * @example
 * const slots = assignSlots(noSlots, ['a', 'b'], undefined)
 */
export function assignSlots(
  { byKey, next }: RowSlots,
  keys: readonly Key[],
  kept: Key | undefined,
): RowSlots {
  const shown = new Set(keys)
  const free: number[] = []
  for (const [key, slot] of byKey) if (!shown.has(key) && key !== kept) free.push(slot)
  const assigned = new Map<Key, number>()
  let unused = next
  for (const key of keys) {
    const slot = byKey.get(key) ?? free.pop() ?? unused++
    assigned.set(key, slot)
  }
  return { byKey: assigned, next: unused }
}
