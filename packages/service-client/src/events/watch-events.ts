import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { createBackoff } from '../transport/backoff.js'
import { CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'

export interface EventWatch {
  stop(): void
}

export interface WatchOptions {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: () => number
  /** Called when the stream is open. Events sent before that are not repeated. */
  onOpen(): void
  onEvent(name: string): void
  /** Called when the stream ended or could not be opened; it is opened again. */
  onFailure(error: CallError): void
}

const path = '/agent-api/events'

/**
 * Milliseconds without data after which the stream counts as broken: three heartbeats of the
 * service.
 */
const maxSilenceMs = 45_000

/** Follows the event stream until it is stopped, and reopens it whenever it ends. */
export function watchEvents(options: WatchOptions): EventWatch {
  const { clock, random } = options
  const backoff = createBackoff(random)
  let lastEventId: string | undefined
  let controller = new AbortController()
  let isStopped = false
  let cancel = () => {}

  const listen = async (): Promise<void> => {
    controller = new AbortController()
    try {
      await readStream(options, controller, lastEventId, ({ id, event }) => {
        backoff.reset()
        if (id !== undefined) lastEventId = id
        if (event !== undefined && !isStopped) options.onEvent(event)
      })
    } catch (error) {
      if (isStopped) return
      const failure = toCallError(error, path)
      options.onFailure(failure)
      cancel = clock.setTimeout(() => void listen(), backoff.next(failure.retryAfter))
    }
  }

  void listen()
  return {
    stop() {
      isStopped = true
      cancel()
      controller.abort()
    },
  }
}

/** Always rejects, because a stream that ends is a failure. */
async function readStream(
  { caller, clock, onOpen }: WatchOptions,
  controller: AbortController,
  lastEventId: string | undefined,
  onEvent: (event: EventSourceMessage) => void,
): Promise<never> {
  const { signal } = controller
  let cancel = () => {}
  const restartSilenceTimer = () => {
    cancel()
    cancel = clock.setTimeout(() => controller.abort(), maxSilenceMs)
  }
  signal.addEventListener('abort', () => cancel())
  restartSilenceTimer()
  try {
    const stream = await caller.open(eventsFrom(lastEventId), signal)
    const type = stream.headers['content-type'] ?? 'none'
    if (!type.startsWith('text/event-stream')) {
      throw interrupted(`it has the content type '${type}'`)
    }
    onOpen()
    const parser = createParser({ onEvent })
    const text = new TextDecoder()
    for await (const chunk of stream.body) {
      restartSilenceTimer()
      parser.feed(text.decode(chunk, { stream: true }))
    }
    throw interrupted('the service ended it')
  } catch (error) {
    if (error instanceof CallError) throw error
    throw interrupted(signal.aborted ? 'no heartbeat arrived' : 'the connection was cut', error)
  } finally {
    cancel()
    // Frees the socket of a stream that was rejected or abandoned.
    controller.abort()
  }
}

function eventsFrom(lastEventId: string | undefined) {
  return {
    method: 'GET',
    path,
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  } as const
}

function interrupted(why: string, cause?: unknown): CallError {
  const reason = 'The event stream of the service is interrupted.'
  return new CallError(`The event stream is interrupted: ${why}.`, { reason, cause })
}
