/** Groups items by a key, in order of first appearance (`Map.groupBy` needs Node 21). */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  readKey: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = readKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
