import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../store/schema.js'
import { BEGINNING, type ChainPosition } from './follow-chain.js'
import type { LogOwner } from './log-kinds.js'

/** Reads in one snapshot, so that entries which are written meanwhile do not look like differences. */
export const atOneMoment = <T>(
  db: Kysely<Database>,
  read: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The last entry of a log, as it is kept beside the entries. */
export async function readHead(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
): Promise<ChainPosition | undefined> {
  const row = await db
    .selectFrom('streams')
    .selectAll()
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return row && { seq: row.last_seq, at: row.last_at, hash: row.last_hash }
}

/** The position before the first entry in the database: the entries before it are archived, or there are none. */
export async function readPositionBefore(
  db: Kysely<Database>,
  { kind, ownerId }: LogOwner,
  seq: number,
): Promise<ChainPosition> {
  const archive = await db
    .selectFrom('log_archives')
    .select(['first_seq', 'last_seq', 'last_at', 'previous_hash', 'last_hash'])
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('first_seq', '<=', seq)
    .orderBy('first_seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!archive) return BEGINNING
  return archive.last_seq < seq
    ? { seq: archive.last_seq, at: archive.last_at, hash: archive.last_hash }
    : { seq: archive.first_seq - 1, at: '', hash: archive.previous_hash }
}
