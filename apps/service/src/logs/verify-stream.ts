import { type Kysely, sql } from 'kysely'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { atOneMoment, readHead } from './chain-ends.js'
import { BEGINNING, BrokenChainError, type ChainPosition, follow } from './follow-chain.js'
import { type LogOwner, logKinds } from './log-kinds.js'
import { readPages } from './read-links.js'
import { type Archive, checkJoint, followArchive } from './verify-archive.js'
import { checkEnd, checkPosition, collectExpectations, skipTo } from './verify-positions.js'

/** The result of verifying one log. */
export interface LogVerification extends LogOwner {
  /** The number of entries in the database. */
  readonly rows: number
  readonly archivedRows: number
  /** The first entry still in the database; null when all are archived, or there are none. */
  readonly firstSeq: number | null
  readonly lastSeq: number
  /** In hexadecimal. Kept outside as an anchor, it proves later that nothing up to here was rewritten. */
  readonly headHash: string
  /** The first problem found. Absent when every entry is unchanged. */
  readonly problem?: string
  /** The entry where it was found. Absent when the problem is with an archive or the end of the log. */
  readonly problemEntry?: { readonly seq: number; readonly createdAt: Instant }
}

/** What a log is compared with, and who receives the progress. */
export interface VerifySettings {
  readonly archiveDir?: string | undefined
  readonly anchors: readonly { readonly seq: number; readonly hash: string }[]
  readonly pageSize: number
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
  /** Receives the number of entries after each page. */
  readonly followed?: ((entries: number) => void) | undefined
}

/**
 * Verifies one log: its archives, its entries and its head. Entries are read in short statements, so that the
 * service is not blocked; only the end is read in one snapshot.
 */
export async function verifyStream(
  db: Kysely<Database>,
  owner: LogOwner,
  settings: VerifySettings,
): Promise<LogVerification> {
  for (;;) {
    const logStart = await readLogStart(db, owner)
    const report = await followStream(db, owner, settings)
    if (report.problem === undefined) return report
    // Entries that retention removes during the read look like a gap, so the log is verified again.
    const isAsBefore = (await readLogStart(db, owner)) === logStart
    if (isAsBefore) return report
  }
}

async function followStream(
  db: Kysely<Database>,
  owner: LogOwner,
  { archiveDir, anchors, pageSize, signal, followed }: VerifySettings,
): Promise<LogVerification> {
  const archives = await readArchives(db, owner)
  let expectations = collectExpectations(undefined, archives, anchors)
  let chainPosition = BEGINNING
  let lastRead: Instant | undefined
  const found = { rows: 0, archivedRows: 0, firstSeq: null as number | null }
  const report = (error?: BrokenChainError) => ({
    ...owner,
    ...found,
    lastSeq: chainPosition.seq,
    headHash: chainPosition.hash.toString('hex'),
    ...(error && { problem: error.message }),
    ...(error?.place && {
      problemEntry: { seq: error.place.seq, createdAt: error.place.at },
    }),
  })
  const followPages = async (source: Kysely<Database>) => {
    for await (const page of readPages(source, owner, pageSize, lastRead)) {
      signal?.throwIfAborted()
      for (const link of page) {
        if (found.firstSeq === null) {
          found.firstSeq = link.seq
          chainPosition = beforeArchiveAt(archives, link.seq) ?? chainPosition
        }
        if (link.seq > chainPosition.seq + 1) await checkMoved(source, owner, chainPosition.seq + 1)
        chainPosition = checkPosition(expectations, follow(chainPosition, link))
        lastRead = link.at
        found.rows++
      }
      followed?.(page.length)
    }
  }
  try {
    for (const archive of archives) {
      checkJoint(chainPosition, archive)
      if (archiveDir === undefined) {
        chainPosition = skipTo(expectations, toArchiveEnd(archive), archive.first_seq)
      } else {
        for await (const next of followArchive(chainPosition, archive, archiveDir)) {
          if (next.seq % pageSize === 0) signal?.throwIfAborted()
          chainPosition = checkPosition(expectations, next)
        }
      }
      found.archivedRows += archive.row_count
      followed?.(archive.row_count)
    }
    await followPages(db)
    await atOneMoment(db, async transaction => {
      const head = await readHead(transaction, owner)
      expectations = collectExpectations(head, archives, anchors)
      chainPosition = checkPosition(expectations, chainPosition)
      await followPages(transaction)
      checkEnd(expectations, chainPosition, head)
    })
    return report()
  } catch (error) {
    if (error instanceof BrokenChainError) return report(error)
    throw error
  }
}

/** Where the log starts, which changes when entries are archived or removed. */
async function readLogStart(db: Kysely<Database>, { kind, ownerId }: LogOwner): Promise<string> {
  const { rows } = await sql<{ archived: number | null; first: number | null }>`
    select
      (select max(last_seq) from log_archives where kind = ${kind} and owner_id = ${ownerId})
        as archived,
      (select seq from ${sql.table(kind)} where ${sql.ref(logKinds[kind].ownerColumn)} = ${ownerId}
        order by created_at limit 1) as first`.execute(db)
  return `${rows[0]?.archived} ${rows[0]?.first}`
}

function readArchives(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
): Promise<readonly Archive[]> {
  return db
    .selectFrom('log_archives')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('first_seq')
    .execute()
}

const toArchiveEnd = (archive: Archive): ChainPosition => ({
  seq: archive.last_seq,
  at: archive.last_at,
  hash: archive.last_hash,
})

/** Archived entries may still be in the database, because they are removed by whole archives. */
function beforeArchiveAt(
  archives: readonly Archive[],
  firstSeq: number,
): ChainPosition | undefined {
  const archive = archives.find(one => one.first_seq === firstSeq)
  return archive && { seq: firstSeq - 1, at: '', hash: archive.previous_hash }
}

/** A gap may be an entry whose time was changed: then it is found elsewhere. */
async function checkMoved(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
  seq: number,
): Promise<void> {
  const { rows } = await sql<{ created_at: Instant }>`
    select created_at from ${sql.table(kind)}
    where ${sql.ref(logKinds[kind].ownerColumn)} = ${ownerId} and seq = ${seq}
    limit 1`.execute(db)
  if (!rows[0]) return
  const at = rows[0].created_at
  throw new BrokenChainError(`Entry ${seq} was changed: its time is now ${at}.`, { seq, at })
}
