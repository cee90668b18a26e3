import { type Kysely, sql } from 'kysely'

const table = `
-- Actions made without code, in their order. They are data that agents check and apply.
create table customizations (
  environment_id bigint primary key references environments,
  actions jsonb not null
);
create constraint trigger tell_environment after insert or update or delete on customizations
  deferrable initially deferred for each row
  execute function tell_environment('refresh-customizations');
`

/** Adds customizations made without code; agents are notified of their changes. */
export async function addCustomizations(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
