/** The path of a URL below the prefix, and its query without the question mark. */
export function splitUrl(url: string, prefix: string): { path: string; query: string } {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark)
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : url.slice(mark + 1) }
}
