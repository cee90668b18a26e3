import { type Kysely, sql } from 'kysely'

const columns = `
alter table users add column unverified_in_project_id bigint references projects;
alter table invitations add column is_mailed boolean not null default false;
`

/**
 * Links of invitations were shown to those who invited, and providers speak for the project that
 * chose them: neither proved an address. Accounts of the command line were made by who runs the service.
 */
const marks = `
update users set unverified_in_project_id = made.project_id
from (
  select distinct on (users.id) users.id, project_id
  from users join invitations on lower(invitations.email) = lower(users.email)
  where accepted_at between users.created_at and users.created_at + interval '1 minute'
  order by users.id, accepted_at) as made
where users.id = made.id and password_hash is not null and not is_owner;

update users set unverified_in_project_id = made.project_id
from (
  select distinct on (user_id) user_id, project_id
  from sso_identities order by user_id, created_at) as made
where users.id = made.user_id and password_hash is null and not is_owner;
`

/** Which accounts have an address nobody proved, and the project they were made in. */
export async function addUnverifiedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns + marks).execute(db)
}
