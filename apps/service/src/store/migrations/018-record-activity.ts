import { type Kysely, sql } from 'kysely'

const statements = `
-- Identifies the request of a write, so that the entry can be matched with the audit trail of the agent.
alter table activity_logs add column correlation_key text;
`

/** Adds the key of requests to the activity. Its index is built while entries are written: ensure-log-indexes.ts. */
export async function addRecordActivity(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
