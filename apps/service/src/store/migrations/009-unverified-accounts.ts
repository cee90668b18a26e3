import { type Kysely, sql } from 'kysely'

const columns = `
alter table users add column unverified_in_project_id bigint references projects;
alter table invitations add column is_mailed boolean not null default false;
`

/**
 * Invitation links were shown to the person who invited, and identity providers are chosen by a project, so
 * neither verified an e-mail address. Accounts from the command line were created by the operator of the
 * service.
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

/** Records which accounts have an unverified e-mail address, and the project they were created in. */
export async function addUnverifiedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns + marks).execute(db)
}
