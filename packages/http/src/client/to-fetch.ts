import type { IncomingHttpHeaders } from 'node:http'
import type {
  HttpClient,
  OutgoingCall,
  OutgoingRequest,
  StreamedResponse,
  WholeResponse,
} from './create-http-client.js'

const formType = 'application/x-www-form-urlencoded;charset=UTF-8'
/** Milliseconds to wait for the end of a response without a body. */
const longestEnd = 1000
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Wraps a client as a function like `fetch`, for libraries that require one. It follows no
 * redirects and supports only text and form bodies. With limits, the response is read completely.
 *
 * @example
 * const fetch = toFetch(createHttpClient({ name: 'the identity provider' }))
 * const response = await fetch('https://id.example.com/.well-known/openid-configuration')
 */
export function toFetch(
  client: Pick<HttpClient, 'call' | 'open'>,
  limits?: Pick<OutgoingCall, 'timeoutMs' | 'maxBytes'>,
): (url: string, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const request = toRequest(url, init)
    const { signal } = request
    try {
      if (limits === undefined) {
        const response = await client.open(request)
        return toResponse(response, toStream(response, signal))
      }
      const response = await client.call({ ...request, ...limits })
      return toResponse(response, response.text)
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    }
  }
}

function toRequest(url: string, init: RequestInit): OutgoingRequest {
  const { method = 'GET', body, signal } = init
  const headers = new Headers(init.headers)
  if (body instanceof URLSearchParams && !headers.has('content-type')) {
    headers.set('content-type', formType)
  }
  return {
    method,
    url,
    headers: Object.fromEntries(headers),
    body: body == null ? undefined : readBody(body),
    signal: signal ?? undefined,
  }
}

function toResponse(
  { status, headers }: Pick<WholeResponse, 'status' | 'headers'>,
  body: string | ReadableStream<Uint8Array> | null,
): Response {
  return new Response(withoutBody.has(status) ? null : body, {
    status,
    headers: toHeaders(headers),
  })
}

function readBody(body: NonNullable<RequestInit['body']>): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The body of a request must be a text or a form.')
}

function toStream(
  response: StreamedResponse,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> | null {
  if (withoutBody.has(response.status)) {
    void response.drain(longestEnd)
    return null
  }
  const pieces = response.body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(signal?.aborted ? signal.reason : error)
      }
    },
    cancel: () => response.close(),
  })
}

function toHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}
