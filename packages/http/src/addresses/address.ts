import { type BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Strips brackets, port and the `::ffff:` prefix of an IPv4-mapped address.
 *
 * @example
 * normalizeAddress('::ffff:192.0.2.7') // '192.0.2.7'
 */
export function normalizeAddress(text: string): string {
  const address = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^([\d.]+):\d+$/, '$1')
}

/**
 * Whether a normalized address is a loopback address.
 *
 * @example
 * isLoopbackAddress('127.0.0.1') // true
 */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/**
 * Whether a list contains an IP address; false for text that is not an IP address.
 *
 * @example
 * const isTrusted = includesAddress(trustedProxies, '10.0.0.1')
 */
export function includesAddress(list: BlockList, address: string): boolean {
  const family = readFamily(address)
  return family !== undefined && list.check(address, family)
}

/**
 * Returns what identifies one client: its IPv4 address, or the first 64 bits of its IPv6 address.
 *
 * @example
 * readClientNetwork('2001:db8::7') // '2001:db8:0:0'
 */
export function readClientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}

/** Adds an IP address or a network such as `10.0.0.0/8`. Throws on any other text. */
export function addNetwork(list: BlockList, text: string): void {
  const [address = '', bits, ...rest] = text.split('/')
  if (bits === undefined) {
    list.addAddress(address, readFamily(address))
  } else {
    if (!/^\d{1,3}$/.test(bits) || rest.length > 0) throw new RangeError('A range needs a length.')
    list.addSubnet(address, Number(bits), readFamily(address))
  }
}

export function readFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  return ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(address) as 4 | 6]
}
