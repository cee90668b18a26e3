/** Where an identity provider may be: https, or http on this very machine (for tests and trials). */
export function isProviderAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether an address needs no TLS, because nobody can listen on the way. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(hostname)
}
