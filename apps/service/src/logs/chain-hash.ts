import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.js'

/** The length of a hash in bytes. */
export const HASH_BYTES = 32

/**
 * The hash of an entry and of the hash before it: changing or removing an entry invalidates every later one.
 */
export function chainHash(previous: Buffer, entry: object): Buffer {
  const json = canonicalJson(entry)
  const content = Buffer.allocUnsafe(previous.length + Buffer.byteLength(json))
  previous.copy(content)
  content.write(json, previous.length)
  return hash('sha256', content, 'buffer')
}
