import { type Kysely, sql } from 'kysely'

// Entries of earlier versions have no time of occurrence; their time of writing is used.
const statements = `
alter table activity_logs add column occurred_at timestamptz;
-- Nearly everything is written within a second. What was written later is found here.
create index activity_logs_late on activity_logs (environment_id, created_at)
  where created_at - occurred_at > interval '1 second';

-- Agents are told user names, which they send along with what people do.
drop trigger tell_projects_of_user on users;
create constraint trigger tell_projects_of_user
  after update of email, username, first_name, last_name, disabled_at on users
  deferrable initially deferred for each row execute function tell_projects_of_user();
`

/** Adds the instant at which an activity happened, next to the one at which it was written. */
export async function addOccurredAt(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
