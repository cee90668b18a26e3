import { BlockList } from 'node:net'
import { addNetwork, includesAddress, normalizeAddress } from './address.js'

/**
 * Which entries of `X-Forwarded-For` are trusted: none, the last one, or those that these proxies
 * added.
 */
export type TrustedProxies = boolean | BlockList

/**
 * Compiles IP addresses and networks such as `10.0.0.0/8` for `findClientAddress`. Throws on any
 * other text.
 *
 * @example
 * const proxies = compileTrustedProxies(['10.0.0.0/8', '2001:db8::1'])
 */
export function compileTrustedProxies(trusted: boolean | readonly string[]): TrustedProxies {
  if (typeof trusted === 'boolean') return trusted
  if (trusted.length === 0) return false
  const proxies = new BlockList()
  for (const text of trusted) addNetwork(proxies, text)
  return proxies
}

/**
 * Finds the IP address of the client: that of the socket or, behind trusted proxies, the last entry
 * of `X-Forwarded-For` they did not add. Earlier entries can be forged by the client.
 *
 * @example
 * findClientAddress('10.0.0.1', '198.51.100.7', true) // '198.51.100.7'
 */
export function findClientAddress(
  peerAddress: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string | undefined {
  const peer = peerAddress && normalizeAddress(peerAddress)
  if (proxies === false || forwardedFor === undefined) return peer
  const hops = forwardedFor.split(',').map(hop => normalizeAddress(hop.trim()))
  if (proxies === true) return hops.at(-1) || peer
  let client = peer
  while (client && includesAddress(proxies, client) && hops.length > 0) client = hops.pop()
  return client
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/**
 * Whether a proxy header names the client. Without one, a request through a proxy looks like a
 * request from the machine itself.
 *
 * @example
 * if (namesForwardedClient(request)) throw new ForbiddenError('Ask from the machine itself.')
 */
export function namesForwardedClient(request: {
  header(name: string): string | undefined
}): boolean {
  return forwardingHeaders.some(name => request.header(name) !== undefined)
}
