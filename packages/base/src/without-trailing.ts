/**
 * Removes the given character from the end of a text, in linear time: `/x+$/` is quadratic for a
 * long row of `x` inside the text.
 *
 * @example
 * withoutTrailing('https://example.com//', '/') // 'https://example.com'
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
