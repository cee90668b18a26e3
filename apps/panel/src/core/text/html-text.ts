/** Longer texts are cut: one line shows less. */
const longest = 2_000

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}

/**
 * Returns the first words of an HTML text, without its tags. For lines of a table: what is shown
 * as HTML is purified.
 *
 * @example
 * readHtmlText('<p>Hello <b>you</b></p>') // 'Hello you'
 */
export function readHtmlText(html: string): string {
  return html
    .slice(0, longest)
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/&(#\d{1,7}|[a-z]{2,6});/g, decodeEntity)
    .replace(/\s+/g, ' ')
    .trim()
}

function decodeEntity(text: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? text
  const code = Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : text
}
