import { type Kysely, sql } from 'kysely'
import { SCHEMA } from '../store/open-store.js'
import type { Database } from '../store/schema.js'
import { type LogKind, logKinds } from './log-kinds.js'
import { findMonth, type Month, partitionName } from './months.js'

const MONTHS_AHEAD = 2
const LOCK = 7_301_001

/**
 * Creates the partitions of this month and the next ones, if they do not exist. Entries of a month without a
 * partition are in the default partition and are moved.
 */
export async function ensurePartitions(db: Kysely<Database>, now = new Date()): Promise<void> {
  for (const kind of Object.keys(logKinds) as LogKind[]) {
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      await ensurePartition(db, kind, findMonth(now.toISOString(), ahead))
    }
  }
}

async function ensurePartition(db: Kysely<Database>, kind: LogKind, month: Month): Promise<void> {
  const name = partitionName(kind, month)
  if (await exists(db, name)) return
  await db.transaction().execute(async transaction => {
    // Instances that start at the same time wait for each other.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    if (await exists(transaction, name)) return
    const defaultPartition = `${kind}_default`
    const inMonth = `created_at >= '${month.from}' and created_at < '${month.until}'`
    for (const statement of [
      'set local statement_timeout = 0',
      `create table ${name} (like ${kind} including all)`,
      `lock table ${defaultPartition} in access exclusive mode`,
      `insert into ${name} select * from ${defaultPartition} where ${inMonth}`,
      `delete from ${defaultPartition} where ${inMonth}`,
      `alter table ${kind} attach partition ${name}
       for values from ('${month.from}') to ('${month.until}')`,
    ]) {
      await sql.raw(statement).execute(transaction)
    }
  })
}

// Reads the catalog, because `to_regclass` may return what the connection has cached.
async function exists(db: Kysely<Database>, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where relname = ${table} and relnamespace = to_regnamespace(${SCHEMA})
  `.execute(db)
  return rows.length > 0
}
