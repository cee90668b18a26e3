import {
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
  requestIdHeader,
} from '@service/http'

/**
 * Headers that let pages of any origin read an answer: clients may run in browsers, and what they
 * may do depends on the token they hold, never on a cookie.
 */
export const openToPages: HttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `www-authenticate, retry-after, mcp-protocol-version, ${requestIdHeader}`,
}

/**
 * An answer that pages of any origin may read, such as why an MCP server has none.
 *
 * @example
 * const response = readableByPages({ status: 503, headers: {} })
 */
export function readableByPages({ status, headers, body }: HttpResponse): HttpResponse {
  return { status, headers: { ...openToPages, ...headers }, body }
}

/** What a browser asks before a page may call the protocol endpoint. */
export function preflight(request: HttpRequest, methods: string): HttpResponse {
  const requested = request.header('access-control-request-headers')
  return {
    status: 204,
    headers: {
      ...openToPages,
      vary: 'access-control-request-headers',
      'access-control-allow-methods': methods,
      'access-control-max-age': '86400',
      ...(requested && { 'access-control-allow-headers': requested }),
    },
  }
}
