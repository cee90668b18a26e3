import { withoutTrailing } from '@service/base'

/** A secret of this tab and its S256 challenge (RFC 7636 §4.2). */
export async function createProofKey(): Promise<{
  readonly codeVerifier: string
  readonly codeChallenge: string
}> {
  const codeVerifier = encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  return { codeVerifier, codeChallenge: encodeBase64Url(new Uint8Array(digest)) }
}

function encodeBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return withoutTrailing(text, '=')
}
