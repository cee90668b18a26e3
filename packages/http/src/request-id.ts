import { randomUUID } from 'node:crypto'
import type { HttpRequest } from './message.js'

const validId = /^[\w-]{16,64}$/

/**
 * Returns the request id: the `x-request-id` set by a proxy when it is well formed, else a new
 * UUID.
 *
 * @example
 * const headers = { [requestIdHeader]: requestId(request) }
 */
export function requestId(request: HttpRequest): string {
  return keepRequestId(request.header('x-request-id'), validId)
}

/**
 * Returns the given request id when it is well formed, so that the logs of both sides can be
 * matched; else a new UUID.
 *
 * @example
 * const id = keepRequestId(request.header('request-id'), /^[\w-]{16,64}$/)
 */
export function keepRequestId(given: string | undefined, wellFormed: RegExp): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID()
}

/** Response header with the request id. */
export const requestIdHeader = 'x-service-correlation-id'
