import { randomUUID } from 'node:crypto'
import type { HttpRequest } from './message.js'

const validId = /^[\w-]{16,64}$/

/**
 * The identifier of a request: the `x-request-id` a proxy gave it when that is well formed, else a
 * new UUID.
 *
 * @example
 * const headers = { [requestIdHeader]: requestId(request) }
 */
export function requestId(request: HttpRequest): string {
  return keepRequestId(request.header('x-request-id'), validId)
}

/**
 * Keeps the identifier that came with a request when it is well formed, so that the logs of both
 * sides meet; else makes a new UUID.
 *
 * @example
 * const id = keepRequestId(request.header('request-id'), /^[\w-]{16,64}$/)
 */
export function keepRequestId(given: string | undefined, wellFormed: RegExp): string {
  return given !== undefined && wellFormed.test(given) ? given : randomUUID()
}

/** Response header that carries the request id. */
export const requestIdHeader = 'x-service-correlation-id'
