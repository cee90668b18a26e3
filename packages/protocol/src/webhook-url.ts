const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Tells whether ids of records may be posted to an address: over https, or http within one machine,
 * and without a user and password, which would be shown in logs.
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
