import { createEventParser, type StreamEvent } from '../core/live/event-parser.js'
import { basePath } from '../core/places/base-path.js'
import { readRetryAfter } from '../core/session/retry-after.js'
import { setTimer } from './set-timer.js'

/** Why a stream ended. */
export interface StreamEnd {
  /** The status of a response that is no stream; 0 when there was none or the stream broke. */
  readonly status: number
  /** In seconds, when the service asks for it. */
  readonly retryAfter?: number
}

interface StreamReader {
  readonly onOpen: () => void
  readonly onEvent: (event: StreamEvent) => void
}

/** Longer than two of the service's heartbeats, in milliseconds. */
const silence = 70_000

/** Reads the stream of the service until it ends, breaks or stays silent. */
export async function readEvents(
  signal: AbortSignal,
  { onOpen, onEvent }: StreamReader,
): Promise<StreamEnd> {
  const closing = new AbortController()
  const close = () => closing.abort()
  let cancel = setTimer(close, silence)
  signal.addEventListener('abort', close)
  try {
    const response = await fetch(`${basePath}/api/events`, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'text/event-stream' },
      signal: closing.signal,
    })
    if (!response.ok || !response.body) return describeRefusal(response)
    onOpen()
    const parse = createEventParser()
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      cancel()
      cancel = setTimer(close, silence)
      for (const event of parse(decoder.decode(value, { stream: true }))) onEvent(event)
    }
  } catch {
    // The connection broke, or was closed by us.
  } finally {
    cancel()
    close()
    signal.removeEventListener('abort', close)
  }
  return { status: 0 }
}

function describeRefusal({ status, headers }: Response): StreamEnd {
  const isTemporary = status === 429 || status === 503
  return isTemporary
    ? { status, retryAfter: readRetryAfter(headers.get('retry-after'), new Date()) }
    : { status }
}
