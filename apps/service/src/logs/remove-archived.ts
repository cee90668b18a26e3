import { type Kysely, sql } from 'kysely'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { type LogKind, logKinds } from './log-kinds.js'
import { monthOfPartition } from './months.js'

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Drops partitions in which every entry of every owner is archived, which is much faster than deleting rows.
 */
export async function dropArchivedPartitions(
  db: Kysely<Database>,
  kind: LogKind,
  now: Instant,
): Promise<void> {
  for (const name of await pastPartitions(db, kind, now)) {
    if (await hasUnarchived(db, kind, name)) continue
    await dropPartition(db, kind, name).catch(error => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error
    })
  }
}

async function dropPartition(db: Kysely<Database>, kind: LogKind, name: string): Promise<void> {
  await db.transaction().execute(async transaction => {
    // Other statements would queue behind this lock for as long as a slow reader takes; it is tried again on
    // another day.
    await sql`set local lock_timeout = '2s'`.execute(transaction)
    await sql.raw(`lock table only ${kind} in access exclusive mode`).execute(transaction)
    if (await hasUnarchived(transaction, kind, name)) return
    await sql.raw(`drop table ${name}`).execute(transaction)
  })
}

/** Deletes archived entries, one archive at a time, of one owner or of all. Returns their number. */
export async function deleteArchived(
  db: Kysely<Database>,
  kind: LogKind,
  ownerId?: number,
): Promise<number> {
  const table = sql.table(kind)
  const column = sql.ref(logKinds[kind].ownerColumn)
  const { rows } = await sql<{ owner_id: number; first_at: Instant; last_at: Instant }>`
    select owner_id, first_at, last_at from log_archives as archive
    where kind = ${kind} and owner_id = coalesce(${ownerId ?? null}, owner_id)
      and exists (select from ${table}
      where ${column} = archive.owner_id and created_at between archive.first_at and archive.last_at)
    order by owner_id, first_seq`.execute(db)
  let count = 0
  for (const { owner_id, first_at, last_at } of rows) {
    const { numAffectedRows } = await sql`
      delete from ${table}
      where ${column} = ${owner_id} and created_at between ${first_at} and ${last_at}`.execute(db)
    count += Number(numAffectedRows ?? 0)
  }
  return count
}

/** The partitions of past months, oldest first. */
async function pastPartitions(
  db: Kysely<Database>,
  kind: LogKind,
  now: Instant,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${kind}) order by relname`.execute(db)
  return rows
    .map(({ name }) => name)
    .filter(name => {
      const month = monthOfPartition(name)
      return month !== undefined && month.until <= now
    })
}

/** One index lookup per log: archived entries come before all others. */
async function hasUnarchived(
  db: Kysely<Database>,
  kind: LogKind,
  partition: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from streams where kind = ${kind} and exists (
        select from ${sql.table(partition)} where ${sql.ref(logKinds[kind].ownerColumn)} = owner_id
          and created_at > coalesce((select max(last_at) from log_archives
            where log_archives.kind = ${kind} and log_archives.owner_id = streams.owner_id),
            '-infinity'))) as found`.execute(db)
  return rows[0]?.found ?? true
}
