// Quotes, backslashes and controls need escaping; a surrogate may be a lone one.
const mayNeedEscape = /["\\\p{Cc}\p{Cs}]/u

/** A JSON text, without the general serialiser for the common case of a plain one. */
export function quote(text: string): string {
  return mayNeedEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}
