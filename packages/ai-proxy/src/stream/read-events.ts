/**
 * The data of each server-sent event, as soon as its last line is there. A larger event than
 * `limit` characters throws: a provider that never ends a line must not fill the memory.
 */
export async function* readEvents(
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let data: string[] = []
  let size = 0
  let line = ''
  let carried = ''
  for await (const piece of pieces) {
    const text = carried + decoder.decode(piece, { stream: true })
    // A CR at the very end may be half of a CR LF.
    carried = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...others] = text.slice(0, text.length - carried.length).split(/\r\n|\n|\r/)
    const lines = [line + first, ...others]
    line = lines.pop() ?? ''
    for (const ended of lines) {
      const value = dataOf(ended)
      if (value !== undefined) {
        data.push(value)
        size += value.length
      } else if (ended === '' && data.length > 0) {
        yield data.join('\n')
        data = []
        size = 0
      }
    }
    if (size + line.length > limit) throw new EventTooLargeError(limit)
  }
}

class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'

  constructor(limit: number) {
    super(`A server-sent event has more than ${limit} characters.`)
  }
}

/** What follows `data:`; one space after the colon belongs to the mark. */
function dataOf(line: string): string | undefined {
  if (line === 'data') return ''
  if (!line.startsWith('data:')) return undefined
  return line.slice(line[5] === ' ' ? 6 : 5)
}
