/**
 * Tells whether a value is the address of an HTTP server: a path may follow the host, but neither a
 * user, a password, a query nor a fragment.
 *
 * @example
 * isHttpUrl('https://example.com/service') // true
 * isHttpUrl('https://ada:secret@example.com') // false
 */
export function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, username, password, search, hash } = new URL(value)
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === ''
}
