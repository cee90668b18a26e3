import { BrokenChainError, type ChainPosition, entriesText } from './follow-chain.js'

/** Hashes known from other sources than the entry itself, by sequence number. */
export type Expectations = ReadonlyMap<number, readonly Expectation[]>

interface Expectation {
  readonly hash: Buffer
  readonly source: 'head' | 'archive' | 'anchor'
}

const mismatches: Readonly<Record<Expectation['source'], string>> = {
  head: 'The head of the log was changed, or every entry up to it was rewritten',
  archive: 'The log was rewritten: it differs from its archive',
  anchor: 'The log was rewritten: it differs from the anchor that was kept outside',
}

/** Collects what the head, the ends of archives and the anchors say about single entries. */
export function collectExpectations(
  head: ChainPosition | undefined,
  archives: readonly { readonly last_seq: number; readonly last_hash: Buffer }[],
  anchors: readonly { readonly seq: number; readonly hash: string }[],
): Expectations {
  const all = new Map<number, Expectation[]>()
  const expect = (seq: number, hash: Buffer, source: Expectation['source']) =>
    all.set(seq, [...(all.get(seq) ?? []), { hash, source }])
  if (head) expect(head.seq, head.hash, 'head')
  for (const { last_seq, last_hash } of archives) expect(last_seq, last_hash, 'archive')
  for (const { seq, hash } of anchors) expect(seq, Buffer.from(hash, 'hex'), 'anchor')
  return all
}

/** Returns the position; throws when a known hash contradicts it. */
export function checkPosition(
  expectations: Expectations,
  chainPosition: ChainPosition,
): ChainPosition {
  for (const { hash, source } of expectations.get(chainPosition.seq) ?? []) {
    if (!hash.equals(chainPosition.hash)) {
      throw new BrokenChainError(
        `${mismatches[source]} (entry ${chainPosition.seq}).`,
        chainPosition,
      )
    }
  }
  return chainPosition
}

/** Skips an archive that is not read. An anchor inside it cannot be verified, which is a problem too. */
export function skipTo(
  expectations: Expectations,
  chainPosition: ChainPosition,
  firstSeq: number,
): ChainPosition {
  for (const seq of expectations.keys()) {
    if (seq < firstSeq || seq >= chainPosition.seq) continue
    throw new BrokenChainError(
      `Entry ${seq}, which an anchor names, is archived: give the archive directory to check it.`,
    )
  }
  return checkPosition(expectations, chainPosition)
}

/** Throws unless the log ends where its head says, and not before any anchor. */
export function checkEnd(
  expectations: Expectations,
  chainPosition: ChainPosition,
  head: ChainPosition | undefined,
): void {
  const furthest = Math.max(0, ...expectations.keys())
  if (furthest > chainPosition.seq) {
    throw new BrokenChainError(
      `${entriesText(chainPosition.seq + 1, furthest)} removed from the end.`,
    )
  }
  if (chainPosition.seq === 0) return
  if (!head) throw new BrokenChainError('The head of the log was removed.')
  if (chainPosition.seq > head.seq) {
    throw new BrokenChainError(
      `${entriesText(head.seq + 1, chainPosition.seq)} added after the head.`,
    )
  }
  if (chainPosition.at !== head.at) throw new BrokenChainError('The time of the head was changed.')
}
