/** Sorts items by code unit of a text, so that the order is the same on every machine. */
export function sortByText<Item>(
  items: readonly Item[],
  readText: (item: Item) => string,
): readonly Item[] {
  return items
    .map(item => ({ item, text: readText(item) }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ item }) => item)
}
