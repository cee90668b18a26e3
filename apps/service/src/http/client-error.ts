import type { Duplex } from 'node:stream'

/** The response to each error code of Node's HTTP parser. */
const responses: Readonly<Record<string, readonly [string, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers_too_large',
    'The headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request_timeout',
    'The request did not arrive in time.',
  ],
}
const malformed = ['400 Bad Request', 'malformed_request', 'This is not an HTTP request.'] as const

/** Responds to a request that could not be parsed and closes its connection. */
export function respondToClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, message] = responses[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ code, message })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Content-Type-Options: nosniff\r\n` +
      `Request-Id: ${crypto.randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  )
}
