import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { archiveName, hashFile, writeArchive } from './archive-files.js'
import {
  BEGINNING,
  BrokenChainError,
  type ChainPosition,
  follow,
  type Link,
} from './follow-chain.js'
import type { LogOwner } from './log-kinds.js'
import { findMonth } from './months.js'
import { readLinks } from './read-links.js'
import { removeLeftovers } from './remove-leftovers.js'

const PAGE_SIZE = 2000

export interface ArchiveTask {
  readonly owner: LogOwner
  /** Entries before this instant have expired. */
  readonly cutoff: Instant
  readonly folder: string
  /** The maximum number of entries per file. */
  readonly fileRows: number
}

/**
 * Archives the next expired entries of a log, at most one month, so that partitions and archives end
 * together. Returns their number. It removes nothing, and an archive counts only once it is recorded, so an
 * interrupted run can be repeated.
 */
export async function archiveNext(db: Kysely<Database>, task: ArchiveTask): Promise<number> {
  const { owner, folder } = task
  const start = await lastArchived(db, owner)
  const end = await endOfNext(db, task, start)
  if (!end) return 0
  await removeLeftovers(db, owner, start, folder)
  const name = archiveName(owner, start.seq + 1, end.seq)
  const path = join(folder, name)
  await writeArchive(path, followUntil(db, owner, start, end))
  await db
    .insertInto('log_archives')
    .values({
      owner_id: owner.ownerId,
      kind: owner.kind,
      file_name: name,
      file_sha256: await hashFile(path),
      row_count: end.seq - start.seq,
      first_seq: start.seq + 1,
      last_seq: end.seq,
      first_at: end.firstAt,
      last_at: end.at,
      previous_hash: start.hash,
      last_hash: end.hash,
    })
    .execute()
  return end.seq - start.seq
}

/** The last archived entry of a log. */
export async function lastArchived(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
): Promise<ChainPosition> {
  const row = await db
    .selectFrom('log_archives')
    .select(['last_seq as seq', 'last_at as at', 'last_hash as hash'])
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? BEGINNING
}

/** The last entry of the next archive and the time of its first one; undefined when none has expired. */
async function endOfNext(
  db: Kysely<Database>,
  { owner, cutoff, fileRows }: ArchiveTask,
  { at }: ChainPosition,
): Promise<(ChainPosition & { readonly firstAt: Instant }) | undefined> {
  const after = at === '' ? undefined : at
  const [first] = await readLinks(db, owner, { after, before: cutoff, limit: 1 })
  if (!first) return undefined
  const { until } = findMonth(first.at)
  const entryRange = { after, before: until < cutoff ? until : cutoff, limit: 1 }
  const [full] = await readLinks(db, owner, { ...entryRange, offset: fileRows - 1 })
  const [last] = full ? [full] : await readLinks(db, owner, { ...entryRange, order: 'desc' })
  return last && { ...last, firstAt: first.at }
}

/**
 * Reads the entries after `start` up to `end`. A log that was tampered with is not archived, so that it
 * remains as evidence.
 */
async function* followUntil(
  db: Kysely<Database>,
  owner: LogOwner,
  start: ChainPosition,
  end: ChainPosition,
): AsyncGenerator<Link> {
  let chainPosition = start
  while (chainPosition.seq < end.seq) {
    const page = await readLinks(db, owner, {
      after: chainPosition.at === '' ? undefined : chainPosition.at,
      limit: Math.min(PAGE_SIZE, end.seq - chainPosition.seq),
    })
    if (page.length === 0) throw new BrokenChainError(`Entry ${chainPosition.seq + 1} was removed.`)
    for (const link of page) {
      chainPosition = follow(chainPosition, link)
      yield link
    }
  }
}
