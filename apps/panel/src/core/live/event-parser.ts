/** An event of a stream: its name, and its data as it came. */
export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/** A stream that sends a longer line is not ours. */
const longestLine = 100_000

/**
 * Creates a parser of server-sent events: what arrives is pushed to it piece by piece, and it returns the events that are
 * complete. Comments, which keep the connection open, are left out.
 *
 * @example
 * const parse = createEventParser()
 * parse('event: mentions\nda') // []
 * parse('ta: {}\n\n') // [{ event: 'mentions', data: '{}' }]
 */
export function createEventParser(): (text: string) => readonly StreamEvent[] {
  let rest = ''
  let event = ''
  let data: string[] = []

  function takeLine(line: string): StreamEvent | undefined {
    if (line === '') {
      const complete =
        data.length > 0 ? { event: event || 'message', data: data.join('\n') } : undefined
      event = ''
      data = []
      return complete
    }
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
    return undefined
  }

  return text => {
    const lines = (rest + text).split(/\r\n|\n/)
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new Error('A line of the event stream is too long.')
    return lines.flatMap(line => takeLine(line) ?? [])
  }
}
