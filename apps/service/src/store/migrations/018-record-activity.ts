import { type Kysely, sql } from 'kysely'

const statements = `
-- Identifies the request of a write, so that the entry can be matched with the audit trail of the agent.
alter table activity_logs add column correlation_key text;
-- The writes to one record in the order in which they happened. Reads, which are many, are not in it.
create index activity_logs_of_record on activity_logs
  (environment_id, collection_name, (record_ids[1]), (coalesce(occurred_at, created_at)), created_at)
  where type = 'write';
`

/** Adds what the activity of one record needs: the key of its requests, and an index. */
export async function addRecordActivity(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
