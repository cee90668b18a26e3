/** The number of unread bytes at which a slow reader is disconnected. */
const MAX_UNREAD_BYTES = 64 * 1024

/** An open response that events are written to. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** Disconnects a reader that is too slow; it reconnects and requests what it missed. */
  send(chunk: Uint8Array): void
  /** Ends the response; further calls do nothing. */
  end(): void
}

/** Opens a stream; `onEnd` is called once, whichever side ended it. */
export function createEventStream(onEnd: () => void): EventStream {
  let isOpen = true
  const close = () => {
    if (!isOpen) return false
    isOpen = false
    onEnd()
    return true
  }
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      cancel() {
        close()
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  )
  return {
    body,
    send(chunk) {
      if (!isOpen) return
      if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(chunk)
      else if (close()) controller?.error(new Error('The reader of an event stream is too slow.'))
    },
    end() {
      if (close()) controller?.close()
    },
  }
}

/** The response with a stream of server-sent events, which nothing on the way may keep back. */
export const respondWithEvents = (body: ReadableStream<Uint8Array>): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      // Stops nginx from buffering the stream.
      'X-Accel-Buffering': 'no',
    },
  })
