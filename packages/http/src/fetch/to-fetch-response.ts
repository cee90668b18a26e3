import type { HttpBody, HttpHeaders, HttpResponse } from '../message.js'
import { withoutSniffing } from '../no-sniffing.js'

type OnEnd = (reason: 'complete' | 'cancelled' | 'failed', error?: unknown) => void

/** Makes a `Response`; `onEnd` is called once its body was read, cancelled or failed. */
export function toFetchResponse(response: HttpResponse, isHead: boolean, onEnd: OnEnd): Response {
  const { status, body } = response
  const headers = withoutSniffing(response.headers)
  if (isStream(body) && !isHead) {
    return new Response(toReadableStream(body, onEnd), { status, headers })
  }
  const made = new Response(isHead ? null : toBodyInit(body), {
    status,
    headers: isHead ? withLength(headers, body) : headers,
  })
  if (isStream(body)) void body[Symbol.asyncIterator]().return?.()
  onEnd('complete')
  return made
}

function isStream(body: HttpBody | undefined): body is AsyncIterable<string | Uint8Array> {
  return body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
}

function toBodyInit(body: HttpBody | undefined): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined || isStream(body)) return null
  return typeof body === 'string' ? body : new Uint8Array(body)
}

function withLength(headers: HttpHeaders, body: HttpBody | undefined): Record<string, string> {
  if (body === undefined || isStream(body)) return { ...headers }
  return { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}

function toReadableStream(
  body: AsyncIterable<string | Uint8Array>,
  onEnd: OnEnd,
): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (isCancelled) return
        if (!done) {
          controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
          return
        }
        controller.close()
        onEnd('complete')
      } catch (error) {
        if (isCancelled) return
        controller.error(error)
        onEnd('failed', error)
      }
    },
    async cancel() {
      isCancelled = true
      onEnd('cancelled')
      await iterator.return?.()
    },
  })
}
