import type { HttpRequest, HttpResponse } from '@service/http'

/** Calls `end` when the last chunk of a streamed response is sent or the client disconnects. */
export function trackUntilSent(
  response: HttpResponse,
  request: HttpRequest,
  inFlight: { end(): void },
): HttpResponse {
  const { body } = response
  if (typeof body !== 'object') return response
  if (body instanceof Uint8Array) {
    inFlight.end()
    return response
  }
  let isHeld = true
  const release = () => {
    if (isHeld) inFlight.end()
    isHeld = false
  }
  const pieces = body[Symbol.asyncIterator]()
  if (request.method === 'HEAD') {
    release()
    void pieces.return?.()
    return { ...response, body: undefined }
  }
  request.signal.addEventListener('abort', release, { once: true })
  return { ...response, body: { [Symbol.asyncIterator]: () => released(pieces, release) } }
}

function released<T>(pieces: AsyncIterator<T>, release: () => void): AsyncIterator<T> {
  return {
    async next() {
      try {
        const piece = await pieces.next()
        if (piece.done) release()
        return piece
      } catch (error) {
        release()
        throw error
      }
    },
    async return() {
      release()
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
}
