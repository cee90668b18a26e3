// Quotes, backslashes and control characters need escaping, and so do lone surrogates.
const mayNeedEscape = /["\\\p{Cc}\p{Cs}]/u

/** Quotes a JSON string, without `JSON.stringify` in the common case that nothing needs escaping. */
export function quote(text: string): string {
  return mayNeedEscape.test(text) ? JSON.stringify(text) : `"${text}"`
}
