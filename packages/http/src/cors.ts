import type { HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from './message.js'
import { requestIdHeader } from './request-id.js'

export interface CorsOptions {
  /** Exact origins, such as `https://admin.example.com`. Nobody else may read answers. */
  readonly origins: readonly string[]
  /** Response headers scripts may read, besides the request id and `content-disposition`. */
  readonly exposedHeaders?: readonly string[]
}

const otherOrigin: HttpHeaders = { vary: 'origin' }

/**
 * Wraps a handler so that pages of the given origins, and no others, can call it with credentials.
 * It answers `OPTIONS` itself.
 *
 * @example
 * const open = cors({ origins: ['https://admin.example.com'] })
 * const handler = open(async () => ({ status: 200, headers: {}, body: 'hello' }))
 */
export function cors(options: CorsOptions): (handler: HttpHandler) => HttpHandler {
  const exposed = [requestIdHeader, 'content-disposition', ...(options.exposedHeaders ?? [])]
  const headersByOrigin = new Map<string | undefined, HttpHeaders>(
    options.origins.map(origin => [checkOrigin(origin), originHeaders(origin, exposed)]),
  )

  return handler => async request => {
    const headers = headersByOrigin.get(request.header('origin')) ?? otherOrigin
    if (request.method === 'OPTIONS') return preflight(request, headers)
    const response = await handler(request)
    return { ...response, headers: { ...response.headers, ...withVary(response, headers) } }
  }
}

function originHeaders(origin: string, exposed: readonly string[]): HttpHeaders {
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed.join(', '),
  }
}

function preflight(request: HttpRequest, headers: HttpHeaders): HttpResponse {
  if (headers === otherOrigin) return { status: 204, headers }
  const { 'access-control-expose-headers': _, ...shared } = headers
  const requested = request.header('access-control-request-headers')
  const isPrivateNetwork = request.header('access-control-request-private-network') !== undefined
  return {
    status: 204,
    headers: {
      ...shared,
      vary: 'origin, access-control-request-headers, access-control-request-private-network',
      'access-control-max-age': '86400',
      'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
      ...(requested && { 'access-control-allow-headers': requested }),
      ...(isPrivateNetwork && { 'access-control-allow-private-network': 'true' }),
    },
  }
}

function withVary(response: HttpResponse, headers: HttpHeaders): HttpHeaders {
  const { vary } = response.headers
  return vary === undefined ? headers : { ...headers, vary: `${vary}, origin` }
}

function checkOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw new TypeError(
    `"${origin}" is not an origin: give scheme, host and port as browsers send them, ` +
      'for example "https://admin.example.com" (no wildcard, no path, no trailing slash)',
  )
}
