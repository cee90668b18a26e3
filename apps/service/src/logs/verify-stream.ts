import { sql, type Transaction } from 'kysely'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { BEGINNING, BrokenChainError, follow, type Place } from './follow-chain.js'
import { type LogOwner, logKinds } from './log-kinds.js'
import { readAllLinks } from './read-links.js'
import { type Archive, checkJoint, followArchive } from './verify-archive.js'
import { checkEnd, checkPlace, expectationsOf, skipTo } from './verify-places.js'

/** What was found of one log. */
export interface StreamReport extends LogOwner {
  /** Entries in the database. */
  readonly rows: number
  readonly archivedRows: number
  /** The first entry still in the database; null when all are archived, or there is none. */
  readonly firstSeq: number | null
  readonly lastSeq: number
  /** Hexadecimal. Kept outside as an anchor, it proves later that nothing up to here was rewritten. */
  readonly headHash: string
  /** What is wrong first; absent when every entry is as it was written. */
  readonly problem?: string
}

/** What a log is compared with beyond itself. */
export interface VerifySettings {
  readonly archiveDir?: string
  readonly anchors: readonly { readonly seq: number; readonly hash: string }[]
  readonly pageSize: number
}

/** Follows one log: its archives, its entries, its head. */
export async function verifyStream(
  transaction: Transaction<Database>,
  owner: LogOwner,
  { archiveDir, anchors, pageSize }: VerifySettings,
): Promise<StreamReport> {
  const head = await readHead(transaction, owner)
  const archives = await readArchives(transaction, owner)
  const expectations = expectationsOf(head, archives, anchors)
  let place = BEGINNING
  const found = { rows: 0, archivedRows: 0, firstSeq: null as number | null }
  const report = (problem?: string) => ({
    ...owner,
    ...found,
    lastSeq: place.seq,
    headHash: place.hash.toString('hex'),
    ...(problem !== undefined && { problem }),
  })
  try {
    for (const archive of archives) {
      checkJoint(place, archive)
      if (archiveDir === undefined) {
        place = skipTo(expectations, endOf(archive), archive.first_seq)
      } else {
        for await (const next of followArchive(place, archive, archiveDir)) {
          place = checkPlace(expectations, next)
        }
      }
      found.archivedRows += archive.row_count
    }
    for await (const link of readAllLinks(transaction, owner, pageSize)) {
      if (found.firstSeq === null) {
        found.firstSeq = link.seq
        place = beforeArchiveAt(archives, link.seq) ?? place
      }
      if (link.seq > place.seq + 1) await checkMoved(transaction, owner, place.seq + 1)
      place = checkPlace(expectations, follow(place, link))
      found.rows++
    }
    checkEnd(expectations, place, head)
    return report()
  } catch (error) {
    if (error instanceof BrokenChainError) return report(error.message)
    throw error
  }
}

async function readHead(
  transaction: Transaction<Database>,
  { kind, ownerId }: LogOwner,
): Promise<Place | undefined> {
  const row = await transaction
    .selectFrom('streams')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row && { seq: row.last_seq, at: row.last_at, hash: row.last_hash }
}

function readArchives(
  transaction: Transaction<Database>,
  { kind, ownerId }: LogOwner,
): Promise<readonly Archive[]> {
  return transaction
    .selectFrom('log_archives')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('first_seq')
    .execute()
}

const endOf = (archive: Archive): Place => ({
  seq: archive.last_seq,
  at: archive.last_at,
  hash: archive.last_hash,
})

/** Entries that are archived may still be in the database: they are removed by whole archives. */
function beforeArchiveAt(archives: readonly Archive[], firstSeq: number): Place | undefined {
  const archive = archives.find(one => one.first_seq === firstSeq)
  return archive && { seq: firstSeq - 1, at: '', hash: archive.previous_hash }
}

/** A gap may be an entry that was given another moment: then it is somewhere else. */
async function checkMoved(
  transaction: Transaction<Database>,
  { kind, ownerId }: LogOwner,
  seq: number,
): Promise<void> {
  const { rows } = await sql<{ created_at: Instant }>`
    select created_at from ${sql.table(kind)}
    where ${sql.ref(logKinds[kind].ownerColumn)} = ${ownerId} and seq = ${seq}
    limit 1`.execute(transaction)
  if (!rows[0]) return
  throw new BrokenChainError(`Entry ${seq} was changed: its moment is now ${rows[0].created_at}.`)
}
