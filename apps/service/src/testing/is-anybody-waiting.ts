import { type Kysely, sql } from 'kysely'

/** Whether a session in this database waits for a lock. Other databases of the server have sessions, too. */
export async function isAnybodyWaiting<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows.length > 0
}
