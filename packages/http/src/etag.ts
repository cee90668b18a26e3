/**
 * Whether an `If-None-Match` header names this entity tag. The comparison is weak, since compression
 * weakens tags (RFC 9110 §13.1.2).
 *
 * @example
 * if (matchesEtag(request.header('if-none-match'), etag)) return { status: 304, headers: { etag } }
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const wanted = withoutWeakness(etag)
  return header.split(',').some(part => {
    const tag = part.trim()
    return tag === '*' || withoutWeakness(tag) === wanted
  })
}

const withoutWeakness = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag)
