import { type Kysely, sql } from 'kysely'

// The upgrade opens no environment: until now everyone could do everything in development environments, and
// their agents are notified that permissions now apply.
const statements = `
alter table environments add column rights text not null default 'enforced'
  check (rights in ('enforced', 'open'));
alter table environments add column owner_id bigint references users;
create index environments_owner on environments (owner_id) where owner_id is not null;
create index environments_open on environments (project_id) where rights = 'open';

drop trigger tell_kind on environments;
alter function tell_kind() rename to tell_rights;
create constraint trigger tell_rights after update of rights on environments
  deferrable initially deferred for each row when (old.rights <> new.rights)
  execute function tell_rights();

select tell_agents(id, 'refresh-roles', null) from environments
  where kind = 'development' and deleted_at is null;
`

/**
 * Enforces permissions in every environment unless an admin opens it, and lets a developer own a development
 * environment.
 */
export async function addEnvironmentRights(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}
