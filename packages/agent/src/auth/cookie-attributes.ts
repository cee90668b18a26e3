import type { HttpRequest } from '@service/http'

/**
 * The attributes of a cookie set in the response: `Secure` when the request came over https, and usable
 * by allowed web pages of other sites, which browsers permit over https only.
 */
export function cookieAttributes(request: HttpRequest, allowedOrigins: readonly string[]): string {
  const origin = request.header('origin')
  if (!isSecure(request, origin)) return 'SameSite=Lax'
  const isForeign =
    origin !== undefined && allowedOrigins.includes(origin) && !isSameHost(origin, request)
  return `SameSite=${isForeign ? 'None' : 'Lax'}; Secure`
}

// Taken from a proxy's header or from the page's origin: browsers block http requests of https pages.
// A client that forges it only affects its own cookie.
function isSecure(request: HttpRequest, origin: string | undefined): boolean {
  const forwarded = request.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  return forwarded === 'https' || (origin?.startsWith('https://') ?? false)
}

/** Cookies are shared between the ports of a host. */
function isSameHost(origin: string, request: HttpRequest): boolean {
  const host = request.header('host')?.replace(/:\d+$/, '')
  return new URL(origin).hostname === host
}
