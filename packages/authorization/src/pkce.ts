import { createHash } from 'node:crypto'

/**
 * Computes the S256 code challenge of a verifier (RFC 7636 §4.2).
 *
 * @example
 * const codeChallenge = computeCodeChallenge(codeVerifier)
 */
export function computeCodeChallenge(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}

/**
 * Tells whether a text can be an S256 code challenge.
 *
 * @example
 * isCodeChallenge(computeCodeChallenge(codeVerifier)) // true
 */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * Tells whether a text has the length and the characters of a code verifier (RFC 7636 §4.1).
 *
 * @example
 * isCodeVerifier('too short') // false
 */
export function isCodeVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text)
}

/**
 * Checks a verifier against the challenge of the request (RFC 7636 §4.6). A verifier without a
 * challenge is as wrong as a challenge without a verifier.
 *
 * @example
 * matchesCodeChallenge(stored.codeChallenge, form.code_verifier)
 */
export function matchesCodeChallenge(
  codeChallenge: string | undefined,
  codeVerifier: string | undefined,
): boolean {
  if (codeChallenge === undefined || codeVerifier === undefined) {
    return codeChallenge === codeVerifier
  }
  return computeCodeChallenge(codeVerifier) === codeChallenge
}
