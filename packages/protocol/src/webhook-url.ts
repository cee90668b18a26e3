const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether record ids may be posted to a URL: https, or http on the same machine, and without user
 * and password, which would appear in logs.
 *
 * @example
 * isWebhookUrl('https://hooks.example.com/orders') // true
 */
export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))
  return isSafe && username === '' && password === ''
}
