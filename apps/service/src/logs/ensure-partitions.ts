import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/schema.js'

const partitioned = ['activity_logs', 'admin_logs'] as const
const MONTHS_AHEAD = 2

/** Makes the partitions of this month and the next ones; those that exist are left alone. */
export async function ensurePartitions(db: Kysely<Database>, now = new Date()): Promise<void> {
  for (const table of partitioned) {
    for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
      const from = monthStart(now, ahead)
      const name = `${table}_${from.slice(0, 7).replace('-', '_')}`
      await sql
        .raw(
          `create table if not exists ${name} partition of ${table}
           for values from ('${from}') to ('${monthStart(now, ahead + 1)}')`,
        )
        .execute(db)
    }
  }
}

function monthStart(date: Date, ahead: number): string {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead, 1)).toISOString()
}
