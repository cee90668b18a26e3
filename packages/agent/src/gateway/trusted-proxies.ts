import { BlockList, isIP } from 'node:net'
import type { HttpRequest } from '@service/http'

/** Which hops of `X-Forwarded-For` are believed: none, the last one, or those these proxies wrote. */
export type TrustedProxies = boolean | BlockList

/** Addresses and ranges like `10.0.0.0/8`; throws on one that is neither. */
export function compileProxies(trusted: boolean | readonly string[]): TrustedProxies {
  if (typeof trusted === 'boolean') return trusted
  const proxies = new BlockList()
  for (const text of trusted) addAddresses(proxies, text)
  return proxies
}

/** Adds an address, or the range of one with a prefix length. */
export function addAddresses(list: BlockList, text: string): void {
  const [address = '', bits, ...rest] = text.split('/')
  if (bits === undefined) {
    list.addAddress(address, familyOf(address))
  } else {
    if (!/^\d{1,3}$/.test(bits) || rest.length > 0) throw new RangeError('A range needs a length.')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
}

/**
 * The address a request comes from: the peer of the socket, or, as far as proxies are trusted, the
 * hop before them. Further hops were written by the client and prove nothing.
 */
export function clientAddress(request: HttpRequest, proxies: TrustedProxies): string | undefined {
  const peer = request.remoteAddress && bareAddress(request.remoteAddress)
  if (proxies === false) return peer
  const forwarded = request.header('x-forwarded-for')
  if (forwarded === undefined) return peer
  const hops = forwarded.split(',').map(hop => bareAddress(hop.trim()))
  if (proxies === true) return hops.at(-1) || peer
  let client = peer
  while (client && includes(proxies, client) && hops.length > 0) client = hops.pop()
  return client
}

export function includes(list: BlockList, address: string): boolean {
  const family = familyOf(address)
  return family !== undefined && list.check(address, family)
}

/** Without a port, and IPv4 without its IPv6 coat. */
export function bareAddress(text: string): string {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^([\d.]+):\d+$/, '$1')
}

export function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address) as 4 | 6]
}
