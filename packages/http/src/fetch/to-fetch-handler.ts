import { errorResponse } from '../error-response.js'
import type { HttpHandler } from '../message.js'
import type { ServeOptions } from '../node/serve-node-request.js'
import { type FetchHost, fromFetchRequest } from './fetch-request.js'
import { toFetchResponse } from './to-fetch-response.js'

/**
 * Makes a fetch handler, as used by Next.js and Hono, from a handler.
 *
 * @example
 * const fetch = toFetchHandler(handler)
 * const response = await fetch(new Request('http://localhost/service/'))
 */
export function toFetchHandler(
  handler: HttpHandler,
  { inFlight, log = console.error }: ServeOptions = {},
): (request: Request, host?: FetchHost) => Promise<Response> {
  return async (request, host) => {
    const left = new AbortController()
    const isHead = request.method === 'HEAD'
    const onEnd = (reason: 'complete' | 'cancelled' | 'failed', error?: unknown) => {
      if (reason === 'cancelled') left.abort()
      if (reason === 'failed') log('A streamed response failed and was cut off', error)
      inFlight?.end()
    }
    inFlight?.begin()
    try {
      const response = await handler(fromFetchRequest(request, left.signal, host))
      return toFetchResponse(response, isHead, onEnd)
    } catch (error) {
      return toFetchResponse(errorResponse(error, { log }), isHead, onEnd)
    }
  }
}
