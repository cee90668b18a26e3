/**
 * Whether a URL (path and query) is under a prefix such as `/service`.
 *
 * @example
 * isUnderPrefix('/service/books?page=1', '/service') // true
 */
export function isUnderPrefix(url: string, prefix: string): boolean {
  if (prefix === '' || prefix === '/') return true
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
