/** A `content-disposition` that saves a file under a name. RFC 6266: plain for old clients, exact in UTF-8. */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cs}"\\/]/gu, '').trim() || 'file'
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_')
  if (ascii === safe) return `attachment; filename="${safe}"`
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
