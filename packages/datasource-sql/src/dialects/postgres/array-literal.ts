/** Prints a list as a PostgreSQL array literal: `{"a",NULL}`. Nested lists become dimensions. */
export function printArray(values: readonly unknown[]): string {
  return `{${values.map(printElement).join(',')}}`
}

function printElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return printArray(value)
  const text =
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** Parses an array literal. `decode` receives each element that is not null. */
export function parseArray(literal: string, decode: (text: string) => unknown): unknown[] {
  // Arrays that do not begin at 1 have a prefix with their bounds: `[0:2]={…}`.
  let at = literal.indexOf('{')
  const readList = (): unknown[] => {
    const list: unknown[] = []
    at++
    while (literal[at] !== '}') {
      list.push(readElement())
      if (literal[at] === ',') at++
    }
    at++
    return list
  }
  const readElement = (): unknown => {
    if (literal[at] === '{') return readList()
    if (literal[at] === '"') return decode(readQuoted())
    const start = at
    while (literal[at] !== ',' && literal[at] !== '}') at++
    const text = literal.slice(start, at)
    return text === 'NULL' ? null : decode(text)
  }
  const readQuoted = (): string => {
    let text = ''
    for (at++; literal[at] !== '"'; at++) {
      if (literal[at] === '\\') at++
      text += literal[at]
    }
    at++
    return text
  }
  return readList()
}
