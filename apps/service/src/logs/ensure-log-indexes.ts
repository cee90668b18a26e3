import { type Kysely, sql } from 'kysely'
import { SCHEMA } from '../store/open-store.js'
import type { Database } from '../store/schema.js'

/** Whether an entry of the activity log says that something failed. */
export const FAILED_CONDITION = "label = 'failed' or label like '% (failed)'"

const TABLE = 'activity_logs'
const LOCK = 7_301_002

/** Indexes that came after the first entries, by name. */
const indexes: Readonly<Record<string, string>> = {
  activity_logs_failed: `(environment_id, created_at) where ${FAILED_CONDITION}`,
  // The writes to one record in the order in which they happened. Reads, which are many, are not in it.
  activity_logs_of_record: `(environment_id, collection_name, (record_ids[1]),
    (coalesce(occurred_at, created_at)), created_at) where type = 'write'`,
}

/**
 * Builds the indexes that do not exist while entries are written: a migration would lock a log for as long as it
 * reads all of it. Partitions that are created later have the indexes from the beginning.
 */
export async function ensureLogIndexes(db: Kysely<Database>): Promise<void> {
  const missing = await listMissing(db)
  if (missing.length === 0) return
  await db.connection().execute(async connection => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    // Waiting for another instance would block its build, which waits for all open statements.
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(connection)
    if (!rows[0]?.isOurs) return
    try {
      await run('set statement_timeout = 0')
      for (const [name, definition] of missing) await buildIndex(connection, name, definition)
    } finally {
      await run('reset statement_timeout')
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

async function buildIndex(db: Kysely<Database>, name: string, definition: string): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create index if not exists ${name} on only ${TABLE} ${definition}`)
  for (const partition of await listPartitionsWithout(db, name)) {
    const part = name.replace(TABLE, partition)
    // What an interrupted build has left is not used.
    await run(`drop index if exists ${part}`)
    await run(`create index concurrently ${part} on ${partition} ${definition}`)
    await run(`alter index ${name} attach partition ${part}`)
  }
}

/** The index of the whole table is valid as soon as every partition has its part. */
async function listMissing(db: Kysely<Database>): Promise<readonly [string, string][]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indisvalid and indrelid = ${`${SCHEMA}.${TABLE}`}::regclass`.execute(db)
  const valid = new Set(rows.map(({ name }) => name))
  return Object.entries(indexes).filter(([name]) => !valid.has(name))
}

async function listPartitionsWithout(
  db: Kysely<Database>,
  index: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name from pg_inherits
    join pg_class partition on partition.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${`${SCHEMA}.${TABLE}`}::regclass
      and not exists (
        select from pg_index part join pg_inherits attached on attached.inhrelid = part.indexrelid
        where part.indrelid = partition.oid
          and attached.inhparent = ${`${SCHEMA}.${index}`}::regclass)
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
