import { type Kysely, sql } from 'kysely'

const columns = `
alter table oauth_refresh_tokens add column successor text;
alter table oauth_refresh_tokens add column retries int not null default 0;
`

/** Lets a client repeat a refresh whose response was lost. */
export async function addRefreshRetries(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db)
}
