import { createHash } from 'node:crypto'
import { readClientNetwork } from '@service/http'
import type { Policy } from './policies.js'

const PLAIN = /^[\w.:@+-]{1,64}$/

/**
 * The key of a counter: short plain text. IPv6 addresses count by network, because one client owns a whole
 * network.
 */
export function counterKey(by: Policy['by'], text: string): string {
  const key = by === 'address' ? readClientNetwork(text) : text
  return PLAIN.test(key) ? key : createHash('sha256').update(key).digest('base64url')
}
