import type { HttpRequest, HttpResponse } from '@service/http'

/** Headers that the protocol reads. */
const headerNames = [
  'accept',
  'content-type',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
]

/** Converts a request for the protocol library. Its URL does not matter, since there is one endpoint. */
export function toWebRequest(request: HttpRequest): Request {
  const headers = new Headers()
  for (const name of headerNames) {
    const value = request.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const { method, signal } = request
  return new Request('http://localhost/mcp', { method, headers, signal })
}

/** Converts the response of the library: streamed when it streams, else read completely. */
export async function toHttpResponse(response: Response): Promise<HttpResponse> {
  const { status, body } = response
  const headers = Object.fromEntries(response.headers)
  if (body === null) return { status, headers }
  const isStream = headers['content-type']?.startsWith('text/event-stream')
  return { status, headers, body: isStream ? body : await response.text() }
}
