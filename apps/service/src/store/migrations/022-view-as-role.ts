import { type Kysely, sql } from 'kysely'

const statements = `
-- The role as which an administrator looks, and for how long. Null: the code opens a session of the person.
-- No reference: what a removed role could see does not matter after the minute of the code.
alter table agent_codes add column preview_role_id bigint, add column preview_seconds integer;
-- The name of the role as which an administrator looked. Null: the person acted with their own role.
alter table activity_logs add column viewed_as_role text;
`

/** Adds sessions in which an administrator sees what a role sees. */
export async function addViewAsRole(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
