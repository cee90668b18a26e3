import { createHash } from 'node:crypto'

/** What a verifier is proven against (PKCE, S256). */
export function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url')
}
