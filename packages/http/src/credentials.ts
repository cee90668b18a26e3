/**
 * Reads the token of an `Authorization: Bearer` header; undefined when there is none (RFC 6750
 * §2.1).
 *
 * @example
 * readBearer('Bearer abc') // 'abc'
 */
export function readBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : bearer.exec(authorization)?.[1]
}

const bearer = /^bearer +([^ ]+) *$/i

/**
 * Reads the value of a cookie from a `Cookie` header; undefined when there is no cookie of this
 * name.
 *
 * @example
 * readCookie('theme=dark; session=abc', 'session') // 'abc'
 */
export function readCookie(cookies: string | undefined, name: string): string | undefined {
  if (!cookies) return undefined
  for (const pair of cookies.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}
