import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Policy } from './policies.js'

const PLAIN = /^[\w.:@+-]{1,64}$/

/** The key of a counter: short, plain, and for IPv6 the network, which one client has whole. */
export function counterKey(by: Policy['by'], text: string): string {
  const key = by === 'address' && isIPv6(text) ? networkOf(text) : text
  return PLAIN.test(key) ? key : createHash('sha256').update(key).digest('base64url')
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
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
