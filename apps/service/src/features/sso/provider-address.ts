/**
 * Whether a URL is allowed for an identity provider: https, or http on a loopback address (for tests and
 * trials).
 */
export function isProviderAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether a URL may be used without TLS because the traffic stays on this machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname)
}
