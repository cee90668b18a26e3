import { UnauthorizedError } from '@service/base'
import { type HttpRequest, readBearer, readCookie } from '@service/http'
import { sessionCookies } from '../aliases.js'

/** The session token of the cookie, which takes precedence over the header. */
export function findCookieToken(request: HttpRequest): string | undefined {
  const cookies = request.header('cookie')
  if (!cookies) return undefined
  for (const name of sessionCookies) {
    const value = readCookie(cookies, name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(authorization: string): string {
  const token = readBearer(authorization)
  if (token !== undefined) return token
  throw new UnauthorizedError("The Authorization header must be 'Bearer <session token>'.")
}
