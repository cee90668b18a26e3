import type { Instant } from '../store/instant.js'
import { chainHash } from './chain-hash.js'

/** A place in a log up to which it was followed. */
export interface Place {
  readonly seq: number
  readonly at: Instant
  readonly hash: Buffer
}

/** An entry with its place; `entry` is what the hash covers. */
export interface Link extends Place {
  readonly entry: object
}

/** Before the first entry of every log. */
export const BEGINNING: Place = { seq: 0, at: '', hash: Buffer.alloc(0) }

/** An entry is not what was written, or not where it was written. The message says which. */
export class BrokenChainError extends Error {
  override readonly name = 'BrokenChainError'
}

/** The place after `link`, when it is exactly what follows `place`. */
export function follow(place: Place, link: Link): Place {
  const entry = `Entry ${link.seq} of ${link.at}`
  if (link.seq > place.seq + 1) {
    throw new BrokenChainError(`${entriesText(place.seq + 1, link.seq - 1)} removed.`)
  }
  if (link.seq <= place.seq) throw new BrokenChainError(`${entry} was added or moved.`)
  if (link.at <= place.at) {
    throw new BrokenChainError(`${entry} was changed: it is not after the entry before it.`)
  }
  if (!chainHash(place.hash, link.entry).equals(link.hash)) {
    throw new BrokenChainError(
      `${entry} was changed${place.seq > 0 ? `, or entry ${place.seq} before it was replaced together with its hash` : ''}.`,
    )
  }
  return { seq: link.seq, at: link.at, hash: link.hash }
}

/** The beginning of a sentence about a run of entries. */
export function entriesText(first: number, last: number): string {
  return first === last ? `Entry ${first} was` : `Entries ${first} to ${last} were`
}
