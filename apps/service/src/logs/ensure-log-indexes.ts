import { type Kysely, sql } from 'kysely'
import { SCHEMA } from '../store/open-store.js'
import type { Database } from '../store/schema.js'

/** Whether an entry of the activity log says that something failed. */
export const FAILED_CONDITION = "label = 'failed' or label like '% (failed)'"

const TABLE = 'activity_logs'
const INDEX = 'activity_logs_failed'
const DEFINITION = `(environment_id, created_at) where ${FAILED_CONDITION}`
const LOCK = 7_301_002

/**
 * Builds the index of what failed, if it does not exist, while entries are written: a migration would lock a log
 * for as long as it reads all of it. Partitions that are created later have the index from the beginning.
 */
export async function ensureLogIndexes(db: Kysely<Database>): Promise<void> {
  if (await isComplete(db)) return
  await db.connection().execute(async connection => {
    const run = (statement: string) => sql.raw(statement).execute(connection)
    // Waiting for another instance would block its build, which waits for all open statements.
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(${LOCK}) as "isOurs"`.execute(connection)
    if (!rows[0]?.isOurs) return
    try {
      await run('set statement_timeout = 0')
      await run(`create index if not exists ${INDEX} on only ${TABLE} ${DEFINITION}`)
      for (const partition of await listPartitionsWithout(connection)) {
        const index = `${partition}_failed`
        // What an interrupted build has left is not used.
        await run(`drop index if exists ${index}`)
        await run(`create index concurrently ${index} on ${partition} ${DEFINITION}`)
        await run(`alter index ${INDEX} attach partition ${index}`)
      }
    } finally {
      await run('reset statement_timeout')
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

/** The index of the whole table is valid as soon as every partition has its part. */
async function isComplete(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indisvalid and indexrelid = to_regclass(${`${SCHEMA}.${INDEX}`})
  `.execute(db)
  return rows.length > 0
}

async function listPartitionsWithout(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select partition.relname as name from pg_inherits
    join pg_class partition on partition.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ${`${SCHEMA}.${TABLE}`}::regclass
      and not exists (
        select from pg_index part join pg_inherits attached on attached.inhrelid = part.indexrelid
        where part.indrelid = partition.oid
          and attached.inhparent = ${`${SCHEMA}.${INDEX}`}::regclass)
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
