import { readEvents } from '@service/test-support'

/** An event as an agent receives it. */
interface ReceivedEvent {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

/** The events of a connected agent, one after the other. */
export interface EventReader {
  readonly headers: Headers
  /** Waits for the next event; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>
  /** The next event that is not a heartbeat. */
  nextChange(): Promise<ReceivedEvent | undefined>
  close(): void
}

/** Connects as an agent does, and waits until the stream is open. */
export async function openEvents(
  base: string,
  headers: Readonly<Record<string, string>>,
  path = '/agent-api/events',
): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(new URL(path, base), { headers, signal: leaving.signal })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const events = readReceived(response)
  const next = async () => (await events.next()).value
  return {
    headers: response.headers,
    next,
    async nextChange() {
      for (let event = await next(); event; event = await next()) {
        if (event.event !== 'heartbeat') return event
      }
      return undefined
    },
    close: () => leaving.abort(),
  }
}

async function* readReceived(
  response: Response,
): AsyncGenerator<ReceivedEvent, undefined, undefined> {
  try {
    for await (const { event = '', id = '', data } of readEvents(
      response.body as ReadableStream<Uint8Array>,
    )) {
      yield { event, id, data: JSON.parse(data) }
    }
  } catch {
    // The connection was cut, by the service or by us.
  }
  return undefined
}
