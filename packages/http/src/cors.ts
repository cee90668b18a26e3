import type { HttpHandler, HttpHeaders, HttpRequest, HttpResponse } from './message.js'
import { requestIdHeader } from './request-id.js'

export interface CorsOptions {
  /**
   * Exact origins, such as `https://admin.example.com`. Scripts of other origins cannot read
   * responses.
   */
  readonly origins: readonly string[]
  /**
   * Decides which other origins may call with a token in a header, without cookies. It is called
   * for every request of an origin that is not listed. Default: none may.
   */
  readonly isAllowedWithoutCookies?: (origin: string) => boolean
  /** Response headers scripts may read, besides the request id and `content-disposition`. */
  readonly exposedHeaders?: readonly string[]
}

/** Chromium keeps the response to a preflight for two hours at most. */
const preflightSeconds = '7200'

/**
 * Wraps a handler so that web pages of the given origins, and no others, can call it with
 * credentials. It responds to `OPTIONS` itself.
 *
 * @example
 * const open = cors({ origins: ['https://admin.example.com'] })
 * const handler = open(async () => ({ status: 200, headers: {}, body: 'hello' }))
 */
export function cors(options: CorsOptions): (handler: HttpHandler) => HttpHandler {
  const { isAllowedWithoutCookies = () => false } = options
  const origins = new Set(options.origins.map(checkOrigin))
  const exposed = [requestIdHeader, 'content-disposition', ...(options.exposedHeaders ?? [])]
  const exposedHeaders = exposed.join(', ')

  const findAllowed = (origin: string): AllowedOrigin | undefined => {
    if (origins.has(origin)) return { origin, hasCookies: true }
    return isAllowedWithoutCookies(origin) ? { origin, hasCookies: false } : undefined
  }

  return handler => async request => {
    const origin = request.header('origin')
    const allowed = origin === undefined ? undefined : findAllowed(origin)
    if (request.method === 'OPTIONS') return preflight(request, allowed)
    const { status, headers, body } = await handler(request)
    const vary = headers.vary === undefined ? 'origin' : `${headers.vary}, origin`
    return { status, headers: addHeaders(headers, vary, allowed, exposedHeaders), body }
  }
}

interface AllowedOrigin {
  readonly origin: string
  readonly hasCookies: boolean
}

// The spread comes last: V8 copies into a literal that begins with its own keys twice as fast, and
// this runs for every request.
function addHeaders(
  headers: HttpHeaders,
  vary: string,
  allowed: AllowedOrigin | undefined,
  exposedHeaders: string,
): HttpHeaders {
  if (headers.vary !== undefined) {
    const { vary: _, ...others } = headers
    return addHeaders(others, vary, allowed, exposedHeaders)
  }
  if (allowed === undefined) return { vary, ...headers }
  if (!allowed.hasCookies) {
    return {
      vary,
      'access-control-allow-origin': allowed.origin,
      'access-control-expose-headers': exposedHeaders,
      ...headers,
    }
  }
  return {
    vary,
    'access-control-allow-origin': allowed.origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
    ...headers,
  }
}

function preflight(request: HttpRequest, allowed: AllowedOrigin | undefined): HttpResponse {
  if (allowed === undefined) return { status: 204, headers: { vary: 'origin' } }
  const requested = request.header('access-control-request-headers')
  const isPrivateNetwork = request.header('access-control-request-private-network') !== undefined
  return {
    status: 204,
    headers: {
      vary: 'origin, access-control-request-headers, access-control-request-private-network',
      'access-control-allow-origin': allowed.origin,
      ...(allowed.hasCookies && { 'access-control-allow-credentials': 'true' }),
      'access-control-max-age': preflightSeconds,
      'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
      ...(requested && { 'access-control-allow-headers': requested }),
      ...(isPrivateNetwork && { 'access-control-allow-private-network': 'true' }),
    },
  }
}

/**
 * Tells whether a value is an origin as browsers send it.
 *
 * @example
 * isOrigin('https://admin.example.com') // true
 */
export function isOrigin(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value
}

function checkOrigin(origin: string): string {
  if (isOrigin(origin)) return origin
  throw new TypeError(
    `"${origin}" is not an origin: give scheme, host and port as browsers send them, ` +
      'for example "https://admin.example.com" (no wildcard, no path, no trailing slash)',
  )
}
