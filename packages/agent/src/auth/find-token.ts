import { UnauthorizedError } from '@service/base'
import type { HttpRequest } from '@service/http'
import { sessionCookies } from '../aliases.js'

/** The session token of the cookie when there is one; the header is not tried then. */
export function findCookieToken(request: HttpRequest): string | undefined {
  const cookies = request.header('cookie')
  if (!cookies) return undefined
  for (const name of sessionCookies) {
    const value = cookieValue(cookies, name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(authorization: string): string {
  const match = /^bearer ([^ ]+)$/i.exec(authorization)
  if (match?.[1]) return match[1]
  throw new UnauthorizedError("The Authorization header must be 'Bearer <session token>'.")
}

/** The value of a cookie in a `Cookie` header. */
export function cookieValue(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
