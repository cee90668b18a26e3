import { isIPv6 } from 'node:net'

/** Counts a request of an address; answers how many seconds to wait when there were too many. */
export type AddressLimit = (address: string | undefined) => number | undefined

const windowLength = 15 * 60_000
const mostAddresses = 10_000

/** Lets each address make so many requests within a quarter of an hour. */
export function createAddressLimit(most: number): AddressLimit {
  const windows = new Map<string, { readonly endsAt: number; count: number }>()

  const begin = (key: string, now: number) => {
    windows.delete(key)
    for (const [oldest, { endsAt }] of windows) {
      // In the order in which they end. When too many are open, the oldest is forgotten.
      if (endsAt > now && windows.size < mostAddresses) break
      windows.delete(oldest)
    }
    const begun = { endsAt: now + windowLength, count: 0 }
    windows.set(key, begun)
    return begun
  }

  return address => {
    const now = Date.now()
    const key = networkOf(address)
    const known = windows.get(key)
    const current = known && known.endsAt > now ? known : begin(key, now)
    current.count += 1
    return current.count > most ? Math.ceil((current.endsAt - now) / 1000) : undefined
  }
}

/** Whoever has one address of IPv6 has as many as 64 bits can count. */
function networkOf(address = 'unknown'): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const all = [...groups, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...rest]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
