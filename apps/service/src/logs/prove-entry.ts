import type { Kysely } from 'kysely'
import { addMicroseconds, type Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { atOneMoment, readHead, readPositionBefore } from './chain-ends.js'
import { BrokenChainError, type ChainPosition, follow, type Link } from './follow-chain.js'
import type { LogOwner } from './log-kinds.js'
import { readLinks } from './read-links.js'

/** How many entries on each side of an entry are verified with it. */
const AROUND = 100
const MAX_PROBLEMS = 20

/** An entry that does not fit into the chain. */
interface ChainProblem {
  readonly seq: number
  readonly createdAt: Instant
  readonly message: string
}

/** What the hash chain says about one entry and those around it. */
export interface EntryProof {
  readonly seq: number
  /** The sequence number of the last entry of the log. */
  readonly lastSeq: number
  /** In hexadecimal. */
  readonly hash: string
  /** The hash of the entry before it; empty for the first entry of a log. */
  readonly previousHash: string
  /** What the hash covers, together with the previous hash. */
  readonly content: object
  /** The entries that were verified. */
  readonly verified: { readonly firstSeq: number; readonly lastSeq: number }
  /** Empty when none of them was changed. */
  readonly problems: readonly ChainProblem[]
}

/**
 * Verifies the chain around the entry of an instant, in bounded time. Undefined when there is no such entry.
 * Only `verifyLogs` proves that a log was not rewritten as a whole.
 */
export function proveEntry(
  db: Kysely<Database>,
  owner: LogOwner,
  at: Instant,
): Promise<EntryProof | undefined> {
  return atOneMoment(db, async transaction => {
    const later = await readLinks(transaction, owner, {
      after: addMicroseconds(at, -1),
      limit: AROUND + 1,
    })
    const [entry] = later
    if (entry?.at !== at) return undefined
    const earlier = await readLinks(transaction, owner, {
      before: at,
      order: 'desc',
      limit: AROUND + 1,
    })
    const links = [...earlier.toReversed(), ...later]
    const [first = entry] = links
    const isWholeStart = earlier.length <= AROUND
    const start = isWholeStart
      ? await readPositionBefore(transaction, owner, first.seq)
      : (links.shift() as Link)
    const head = await readHead(transaction, owner)
    const problems = findProblems(start, links)
    const last = links.at(-1) ?? entry
    if (later.length <= AROUND) problems.push(...compareWithHead(last, head))
    const previous = earlier[0] ?? start
    return {
      seq: entry.seq,
      lastSeq: head?.seq ?? last.seq,
      hash: entry.hash.toString('hex'),
      previousHash: previous.hash.toString('hex'),
      content: entry.entry,
      verified: { firstSeq: links[0]?.seq ?? entry.seq, lastSeq: last.seq },
      problems: problems.slice(0, MAX_PROBLEMS),
    }
  })
}

/** Goes on after an entry that does not fit, with the hash it has: one change is one problem. */
function findProblems(start: ChainPosition, links: readonly Link[]): ChainProblem[] {
  const problems: ChainProblem[] = []
  let position = start
  for (const link of links) {
    try {
      position = follow(position, link)
    } catch (error) {
      if (!(error instanceof BrokenChainError)) throw error
      problems.push(describe(link, error.message))
      position = link
    }
  }
  return problems
}

function compareWithHead(last: Link, head: ChainPosition | undefined): ChainProblem[] {
  if (!head) return [describe(last, 'The head of the log was removed.')]
  if (head.seq !== last.seq) {
    return [
      describe(last, `The head of the log is entry ${head.seq}: entries were removed or added.`),
    ]
  }
  if (head.hash.equals(last.hash)) return []
  return [describe(last, 'The head of the log has another hash: it or the last entry was changed.')]
}

const describe = ({ seq, at }: Link, message: string): ChainProblem => ({
  seq,
  createdAt: at,
  message,
})
