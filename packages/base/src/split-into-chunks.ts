/**
 * Splits a list into lists of at most `size` items, in order.
 *
 * @example
 * splitIntoChunks([1, 2, 3], 2) // [[1, 2], [3]]
 */
export function splitIntoChunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = []
  for (let start = 0; start < items.length; start += size) {
    chunks.push(items.slice(start, start + size))
  }
  return chunks
}
