/**
 * Whether an `If-None-Match` header has this entity tag. The comparison is weak, because proxies that
 * compress responses weaken entity tags.
 */
export function hasEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some(part => {
    const tag = part.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
