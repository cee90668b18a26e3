import { ForbiddenError } from '@service/base'
import type { HttpRequest } from '@service/http'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects a write that a web page of another origin makes the browser send with the session cookie.
 * Browsers send `Origin` with every such request; other clients send the token in a header instead.
 */
export function checkOrigin(request: HttpRequest, allowedOrigins: ReadonlySet<string>): void {
  if (safeMethods.has(request.method)) return
  const origin = request.header('origin')
  if (origin && (allowedOrigins.has(origin) || isSameHost(origin, request.header('host')))) return
  throw new ForbiddenError(
    origin
      ? `Origin '${origin}' may not write with a session cookie. Add it to allowedOrigins.`
      : 'A write with a session cookie needs an Origin header. Send the token in the Authorization header instead.',
    { data: { rule: { kind: 'origin', origin } } },
  )
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
