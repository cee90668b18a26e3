import { type Kysely, sql } from 'kysely'

const steps = `
alter table users add column session_version int not null default 0;

create constraint trigger tell_ended_sessions after update of session_version on users
  deferrable initially deferred for each row when (old.session_version <> new.session_version)
  execute function tell_projects_of_user();
`

/** Lets all agent sessions of a person be ended together; agents are notified. */
export async function addSessionVersions(db: Kysely<unknown>): Promise<void> {
  await sql.raw(steps).execute(db)
}
