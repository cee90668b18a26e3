/**
 * Whether a value is the URL of an HTTP server, optionally with a path, but without user, password,
 * query and fragment.
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
