import type { OAuthClient } from '@service/service-client'

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * The address a client is sent back to: one that it registered, and the only one when it names
 * none. Undefined when there is no such address: nobody is sent anywhere then.
 */
export function findRedirectUri(
  client: OAuthClient,
  given: string | undefined,
): string | undefined {
  const { redirectUris } = client
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined
  return redirectUris.some(uri => uri === given || isSameButForPort(uri, given)) ? given : undefined
}

// RFC 8252 §7.3: a program on the person's own machine listens at whichever port is free.
function isSameButForPort(registered: string, given: string): boolean {
  const [ours, theirs] = [registered, given].map(withoutLoopbackPort)
  return ours !== undefined && ours === theirs
}

function withoutLoopbackPort(text: string): string | undefined {
  // Parsers drop tabs and turn backslashes, but the browser is sent the text itself.
  if (!/^[!-~]+$/.test(text) || text.includes('\\') || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' || !loopbackHosts.has(url.hostname)) return undefined
  url.port = ''
  return url.href
}
