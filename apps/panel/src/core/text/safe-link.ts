const safeProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * Returns the address that a text of a record may link to; undefined for all but web addresses,
 * e-mail and phone.
 *
 * @example
 * toSafeLink('javascript:alert(1)') // undefined
 */
export function toSafeLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return safeProtocols.has(url.protocol) ? url.href : undefined
}
