import { createParser, type ParseError } from 'eventsource-parser'

/**
 * Yields the data of each server-sent event as soon as it is complete. Throws when an event is
 * larger than `limit` characters, so that a provider that never ends a line cannot fill the memory.
 */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string> {
  let events: string[] = []
  let tooLarge: ParseError | undefined
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ data }) => events.push(data),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') tooLarge = error
    },
  })
  const decoder = new TextDecoder()
  for await (const piece of chunks) {
    parser.feed(decoder.decode(piece, { stream: true }))
    for (const data of events) yield data
    if (tooLarge) throw tooLarge
    events = []
  }
}
