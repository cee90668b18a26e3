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
update users set unverified_in_project_id = (
  select project_id from invitations
  where lower(invitations.email) = lower(users.email)
    and accepted_at between users.created_at and users.created_at + interval '1 minute'
  order by accepted_at limit 1)
where password_hash is not null and not is_owner;

update users set unverified_in_project_id = (
  select project_id from sso_identities where user_id = users.id order by created_at limit 1)
where password_hash is null and not is_owner;
`

/** Which accounts have an address nobody proved, and the project they were made in. */
export async function addUnverifiedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns + marks).execute(db)
}
