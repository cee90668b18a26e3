/** A JSON value with its exact text: numbers of any length keep all their digits. */
export interface RawJson {
  readonly raw: string
  /** Of an object. A repeated name keeps its last value. */
  readonly members?: ReadonlyMap<string, RawJson>
  /** Of a list. */
  readonly items?: readonly RawJson[]
}

/** Reads JSON without turning numbers into doubles. */
export function parseRawJson(text: string): RawJson {
  let at = 0
  const value = readValue()
  skipBlanks()
  if (at < text.length) throw new Error(`JSON has more text at ${at}: ${text.slice(at, at + 40)}`)
  return value

  function readValue(): RawJson {
    skipBlanks()
    const start = at
    if (text[at] === '{') {
      const members = new Map<string, RawJson>()
      readSeries('}', () => {
        const name = readString()
        skipBlanks()
        expect(':')
        members.set(name, readValue())
      })
      return { raw: text.slice(start, at), members }
    }
    if (text[at] === '[') {
      const items: RawJson[] = []
      readSeries(']', () => items.push(readValue()))
      return { raw: text.slice(start, at), items }
    }
    if (text[at] === '"') readString()
    else while (at < text.length && !',]} \n\r\t'.includes(text[at]!)) at += 1
    return { raw: text.slice(start, at) }
  }

  function readSeries(end: string, readOne: () => void): void {
    at += 1
    skipBlanks()
    while (text[at] !== end) {
      readOne()
      skipBlanks()
      if (text[at] !== end) expect(',')
      skipBlanks()
    }
    at += 1
  }

  function readString(): string {
    const start = at
    at += 1
    while (text[at] !== '"') {
      if (at >= text.length) throw new Error(`JSON ends inside a text that begins at ${start}.`)
      at += text[at] === '\\' ? 2 : 1
    }
    at += 1
    return JSON.parse(text.slice(start, at)) as string
  }

  function expect(character: string): void {
    if (text[at] !== character) throw new Error(`JSON lacks '${character}' at ${at}.`)
    at += 1
  }

  function skipBlanks(): void {
    while (at < text.length && ' \n\r\t'.includes(text[at]!)) at += 1
  }
}
