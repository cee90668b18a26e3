import { BlockList, isIP } from 'node:net'

/**
 * The address of the client: the peer itself, or, when the peer is a trusted proxy, the last hop
 * that is not one.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const direct = plain(peer ?? '')
  if (trustedProxies.length === 0 || forwardedFor === undefined) return direct
  const trusted = blockListOf(trustedProxies)
  const hops = [...forwardedFor.split(',').map(hop => plain(hop.trim())), direct]
  return hops.findLast(hop => !isListed(trusted, hop)) ?? direct
}

/** Whether an address is in a list of addresses and ranges. */
export function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version > 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an address is of the machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || address.startsWith('127.')

const lists = new WeakMap<readonly string[], BlockList>()

function blockListOf(ranges: readonly string[]): BlockList {
  const known = lists.get(ranges)
  if (known) return known
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  lists.set(ranges, list)
  return list
}

/** IPv4 seen through an IPv6 socket, without its prefix. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
