/** What a reader may leave unread before it is cut off. */
const MOST_UNREAD = 64 * 1024

/** One open answer that events are written to. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** A reader too slow to keep up is cut off: it comes back and asks for what it missed. */
  send(chunk: Uint8Array): void
  /** Ends the answer; nothing happens the second time. */
  end(): void
}

/** Opens a stream; `onEnd` is called once, whoever ended it. */
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
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
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
