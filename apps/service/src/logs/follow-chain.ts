import type { Instant } from '../store/instant.js'
import { chainHash } from './chain-hash.js'

/** How far a log was verified. */
export interface ChainPosition {
  readonly seq: number
  readonly at: Instant
  readonly hash: Buffer
}

/** An entry with its chain position; `entry` is what the hash covers. */
export interface Link extends ChainPosition {
  readonly entry: object
}

/** The position before the first entry of every log. */
export const BEGINNING: ChainPosition = { seq: 0, at: '', hash: Buffer.alloc(0) }

/** An entry was changed or moved. The message says which. */
export class BrokenChainError extends Error {
  override readonly name = 'BrokenChainError'
  /** The entry where it was found. Absent when there is none. */
  readonly place: Pick<ChainPosition, 'seq' | 'at'> | undefined
  constructor(message: string, place?: Pick<ChainPosition, 'seq' | 'at'>) {
    super(message)
    this.place = place
  }
}

/** Returns the position after `link`; throws when `link` is not the next entry. */
export function follow(chainPosition: ChainPosition, link: Link): ChainPosition {
  const entry = `Entry ${link.seq} of ${link.at}`
  if (link.seq > chainPosition.seq + 1) {
    throw new BrokenChainError(`${entriesText(chainPosition.seq + 1, link.seq - 1)} removed.`, link)
  }
  if (link.seq <= chainPosition.seq) {
    throw new BrokenChainError(`${entry} was added or moved.`, link)
  }
  if (link.at <= chainPosition.at) {
    throw new BrokenChainError(`${entry} was changed: it is not after the entry before it.`, link)
  }
  if (!chainHash(chainPosition.hash, link.entry).equals(link.hash)) {
    throw new BrokenChainError(
      `${entry} was changed${chainPosition.seq > 0 ? `, or entry ${chainPosition.seq} before it was replaced together with its hash` : ''}.`,
      link,
    )
  }
  return { seq: link.seq, at: link.at, hash: link.hash }
}

/** The start of a sentence about a range of entries. */
export function entriesText(first: number, last: number): string {
  return first === last ? `Entry ${first} was` : `Entries ${first} to ${last} were`
}
