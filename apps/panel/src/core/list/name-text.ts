/** Characters that separate the parts of filters, sorts and columns in an address. */
const needsQuotes = /["(),.\\]|^[\s-]|\s$|^$|\p{Cc}|\p{Surrogate}/u

/**
 * Writes a name so that it can stand between separators: as it is, or as a JSON string.
 *
 * @example
 * writeName('customer:city') // 'customer:city'
 * writeName('a.b') // '"a.b"'
 */
export function writeName(name: string): string {
  return needsQuotes.test(name) ? JSON.stringify(name) : name
}

const quoted = /"(?:[^"\\]|\\.)*"/y

/** Reads the JSON string at a position; undefined when there is none. */
export function readQuoted(
  text: string,
  index: number,
): { readonly value: string; readonly end: number } | undefined {
  quoted.lastIndex = index
  const match = quoted.exec(text)
  if (!match) return undefined
  try {
    return { value: JSON.parse(match[0]) as string, end: quoted.lastIndex }
  } catch {
    return undefined
  }
}

/**
 * Reads a name at a position, up to a separator; undefined when there is none.
 *
 * @example
 * readName('status.in', 0) // { value: 'status', end: 6 }
 */
export function readName(
  text: string,
  index: number,
): { readonly value: string; readonly end: number } | undefined {
  if (text[index] === '"') return readQuoted(text, index)
  const end = findEnd(text, index, /["(),.]/)
  const value = text.slice(index, end).trim()
  return value === '' ? undefined : { value, end }
}

/** Finds the first character of a set at or after a position, or the end of the text. */
export function findEnd(text: string, index: number, characters: RegExp): number {
  let end = index
  while (end < text.length && !characters.test(text[end] as string)) end++
  return end
}

/**
 * Splits a text at the commas that are outside of quotes and brackets.
 *
 * @example
 * splitItems('a,"b,c"') // ['a', '"b,c"']
 */
export function splitItems(text: string): string[] {
  const items: string[] = []
  for (let index = 0; index <= text.length; ) {
    const end = skipItem(text, index)
    items.push(text.slice(index, end))
    index = end + 1
  }
  return items
}

/** Returns the position of the comma or closing bracket that ends an item. */
export function skipItem(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      quoted.lastIndex = index
      if (!quoted.test(text)) return text.length
      index = quoted.lastIndex - 1
    } else if (character === '(') depth++
    else if (character === ')') {
      if (depth === 0) return index
      depth--
    } else if (character === ',' && depth === 0) return index
  }
  return text.length
}
