/** Sorts items by a text of each, character by character: the same order on every machine. */
export function sortByText<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Item[] {
  return items
    .map(item => ({ item, text: textOf(item) }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ item }) => item)
}
