import { type Kysely, sql } from 'kysely'

// Reads the tables while others read and write them.
const statements = `
alter table note_messages validate constraint note_messages_deleted_empty;
alter table sessions validate constraint sessions_method_check;
`

/** Validates what 014 and 020 added without reading the tables they lock. */
export async function validateChecks(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
