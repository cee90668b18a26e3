import type { HttpRequest } from '@service/http'

/**
 * How a browser keeps a cookie it is given in answer to this request: over https only when it came
 * that way, and for an allowed page of another site too, which browsers permit over https alone.
 */
export function cookieAttributes(request: HttpRequest, allowedOrigins: readonly string[]): string {
  const origin = request.header('origin')
  if (!isSecure(request, origin)) return 'SameSite=Lax'
  const isForeign =
    origin !== undefined && allowedOrigins.includes(origin) && !isSameHost(origin, request)
  return `SameSite=${isForeign ? 'None' : 'Lax'}; Secure`
}

// A proxy says so, or the page does: browsers do not let a page of https call anything else. Whoever
// lies about it only spoils a cookie of their own.
function isSecure(request: HttpRequest, origin: string | undefined): boolean {
  const forwarded = request.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  return forwarded === 'https' || (origin?.startsWith('https://') ?? false)
}

/** Cookies do not tell ports apart. */
function isSameHost(origin: string, request: HttpRequest): boolean {
  const host = request.header('host')?.replace(/:\d+$/, '')
  return new URL(origin).hostname === host
}
