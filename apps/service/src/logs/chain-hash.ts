import { createHash } from 'node:crypto'

/**
 * The hash of an entry and of the hash before it: changing or removing an entry invalidates every later one.
 */
export function chainHash(previous: Buffer, entry: object): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(entry)).digest()
}

/** JSON with sorted keys, so that the text is the same before and after storage. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
