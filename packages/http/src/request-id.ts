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
  const given = request.header('x-request-id')
  return given !== undefined && validId.test(given) ? given : randomUUID()
}

/** Response header that carries the request id. */
export const requestIdHeader = 'x-service-correlation-id'
