/**
 * A text without the given character at its end, in time proportional to its length: `/x+$/` looks
 * at a long row of `x` inside the text again and again.
 *
 * @example
 * withoutTrailing('https://example.com//', '/') // 'https://example.com'
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
