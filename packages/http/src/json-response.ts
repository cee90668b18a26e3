import type { HttpHeaders, HttpResponse } from './message.js'

const jsonHeaders: HttpHeaders = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Creates a response with a value as JSON text.
 *
 * @example
 * const response = jsonResponse(200, { count: 42 })
 */
export function jsonResponse(status: number, value: unknown, headers?: HttpHeaders): HttpResponse {
  return {
    status,
    headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
    body: JSON.stringify(value),
  }
}
