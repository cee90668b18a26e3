import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** The server-sent events of a text that is complete. */
export function parseEvents(text: string): EventSourceMessage[] {
  const events: EventSourceMessage[] = []
  createParser({ onEvent: event => events.push(event) }).feed(text)
  return events
}

/** The server-sent events of a stream, each as soon as it is complete. */
export async function* readEvents(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<EventSourceMessage, undefined, undefined> {
  let events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: event => events.push(event) })
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* events
    events = []
  }
}
