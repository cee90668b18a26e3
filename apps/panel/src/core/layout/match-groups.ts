/** A section of fields or a group of entries, in one shape. */
export interface ItemGroup {
  readonly label?: string | undefined
  readonly keys: readonly string[]
}

/**
 * Finds which groups of two documents are the same one: those with the same label, then those that
 * share the most items, as after a renaming. Returns an id for each group of the second; ids of the
 * first are `0`, `1`, ….
 *
 * @example
 * matchGroups([{ label: 'Order', keys: ['total'] }], [{ label: 'Purchase', keys: ['total'] }]) // ['0']
 */
export function matchGroups(
  before: readonly ItemGroup[],
  after: readonly ItemGroup[],
): readonly string[] {
  const free = new Set(before.keys())
  const ids = new Map<number, string>()
  const take = (position: number, index: number) => {
    free.delete(index)
    ids.set(position, String(index))
  }
  after.forEach(({ label }, position) => {
    const same = [...free].find(index => label !== undefined && before[index]?.label === label)
    if (same !== undefined) take(position, same)
  })
  after.forEach((group, position) => {
    if (ids.has(position)) return
    const shared = [...free]
      .map(index => ({ index, count: countShared(before[index]?.keys ?? [], group.keys) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count)
    if (shared[0]) take(position, shared[0].index)
  })
  const counts = new Map<string, number>()
  return after.map(({ label = '' }, position) => {
    const known = ids.get(position)
    if (known !== undefined) return known
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    return `new ${count} ${label}`
  })
}

function countShared(a: readonly string[], b: readonly string[]): number {
  const known = new Set(a)
  return b.filter(key => known.has(key)).length
}
