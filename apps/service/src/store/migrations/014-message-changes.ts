import { type Kysely, sql } from 'kysely'

const columns = `
alter table note_messages
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  -- A deleted message keeps its place in the thread and loses its content. 024 validates it.
  add constraint note_messages_deleted_empty check (deleted_at is null or content = '') not valid;
`

/** Adds when a message of a note was edited and deleted. */
export async function addMessageChanges(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db)
}
