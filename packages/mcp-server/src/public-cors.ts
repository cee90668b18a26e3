import {
  type HttpHeaders,
  type HttpRequest,
  type HttpResponse,
  requestIdHeader,
} from '@service/http'

/**
 * CORS headers that let web pages of any origin read a response: clients may run in browsers, and what
 * they may do depends on their token, never on a cookie.
 */
export const publicCorsHeaders: HttpHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `www-authenticate, retry-after, mcp-protocol-version, ${requestIdHeader}`,
}

/**
 * Adds the CORS headers that let web pages of any origin read a response.
 *
 * @example
 * const response = withPublicCors({ status: 503, headers: {} })
 */
export function withPublicCors({ status, headers, body }: HttpResponse): HttpResponse {
  return { status, headers: { ...publicCorsHeaders, ...headers }, body }
}

/** Responds to the CORS preflight request for the protocol endpoint. */
export function preflight(request: HttpRequest, methods: string): HttpResponse {
  const requested = request.header('access-control-request-headers')
  return {
    status: 204,
    headers: {
      ...publicCorsHeaders,
      vary: 'access-control-request-headers',
      'access-control-allow-methods': methods,
      'access-control-max-age': '86400',
      ...(requested && { 'access-control-allow-headers': requested }),
    },
  }
}
