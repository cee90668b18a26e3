import { type Kysely, sql } from 'kysely'

const tables = `
alter table signing_keys drop constraint signing_keys_purpose_check;
alter table signing_keys add constraint signing_keys_purpose_check
  check (purpose in ('id-token', 'approval', 'grant-access', 'grant-refresh'));

create table oauth_clients (
  client_id text primary key,
  client_name text,
  client_uri text,
  logo_uri text,
  redirect_uris text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);

create table oauth_grants (
  id bigint generated always as identity primary key,
  environment_id bigint not null references environments,
  user_id bigint not null references users,
  rendering_id bigint not null references renderings,
  client_id text not null,
  client_name text,
  scopes text[] not null,
  resource text,
  method text not null check (method in ('password', 'sso')),
  sso_project_id bigint references projects,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index oauth_grants_environment on oauth_grants (environment_id, id);
create index oauth_grants_user on oauth_grants (user_id, id);
create index oauth_grants_client on oauth_grants (client_id) where ended_at is null;
create index oauth_grants_ended on oauth_grants (environment_id, ended_at) where ended_at is not null;

create table oauth_codes (
  code_hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  environment_id bigint not null references environments,
  user_id bigint not null references users,
  rendering_id bigint not null references renderings,
  scopes text[] not null,
  resource text,
  method text not null check (method in ('password', 'sso')),
  sso_project_id bigint references projects,
  expires_at timestamptz not null,
  used_at timestamptz,
  grant_id bigint
);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_expiry on oauth_codes (expires_at);

create table oauth_refresh_tokens (
  token_hash bytea primary key,
  grant_id bigint not null references oauth_grants on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);
`

const feed = `
alter table agent_feeds add column grants_seq bigint not null default 0;

create or replace function tell_agents(environment bigint, event text, renderings bigint[])
returns void language plpgsql set search_path from current as $$
declare
  head bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('agents of project ' || project_id, 0))
    from environments where id = environment;
  perform pg_notify('service_agents', environment::text);
  insert into agent_feeds (environment_id) values (environment) on conflict do nothing;
  select last_seq into head from agent_feeds where environment_id = environment for update;
  update agent_events
    set rendering_ids = array(select distinct unnest(rendering_ids || renderings) order by 1)
    where environment_id = environment and seq > head - 8 and kind = event
      and transaction_id = pg_current_xact_id();
  if found then return; end if;
  insert into agent_events (environment_id, seq, kind, rendering_ids)
    values (environment, head + 1, event, renderings);
  update agent_feeds set
    last_seq = head + 1,
    users_seq = case event when 'refresh-users' then head + 1 else users_seq end,
    roles_seq = case event when 'refresh-roles' then head + 1 else roles_seq end,
    renderings_seq = case event when 'refresh-renderings' then head + 1 else renderings_seq end,
    ip_rules_seq = case event when 'refresh-ip-rules' then head + 1 else ip_rules_seq end,
    grants_seq = case event when 'refresh-grants' then head + 1 else grants_seq end
    where environment_id = environment;
end $$;

create constraint trigger tell_environment after update of ended_at on oauth_grants
  deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function tell_environment('refresh-grants');
`

const inProject = (id: string) =>
  `environment_id in (select id from environments where project_id = ${id})`

/** One row per change that ends grants: when it happens, the reason, and the affected grants. */
const ends: readonly (readonly [
  change: string,
  table: string,
  condition: string,
  reason: string,
  which: string,
])[] = [
  [
    'after update of disabled_at',
    'users',
    'new.disabled_at is not null',
    'account_disabled',
    'user_id = new.id',
  ],
  // Runs before the change, because the team memberships are removed with it and would record their own
  // reason.
  [
    'before delete',
    'members',
    'true',
    'left_project',
    `user_id = old.user_id and ${inProject('old.project_id')}`,
  ],
  // A grant given under one role does not apply to another role, which may have more permissions.
  [
    'after update of role_id',
    'members',
    'new.role_id <> old.role_id',
    'role_changed',
    `user_id = new.user_id and ${inProject('new.project_id')}`,
  ],
  [
    'after delete',
    'team_members',
    'true',
    'left_team',
    'user_id = old.user_id and rendering_id in (select id from renderings where team_id = old.team_id)',
  ],
  [
    'after update of deleted_at',
    'environments',
    'new.deleted_at is not null',
    'environment_deleted',
    'environment_id = new.id',
  ],
  [
    'after update of deleted_at',
    'projects',
    'new.deleted_at is not null',
    'project_deleted',
    inProject('new.id'),
  ],
  [
    'after insert or update of is_required',
    'sso_connections',
    'new.is_required',
    'sso_required',
    `${inProject('new.project_id')} and sso_project_id is distinct from new.project_id`,
  ],
  ['after delete', 'oauth_clients', 'true', 'program_forgotten', 'client_id = old.client_id'],
]

/**
 * Unlike the triggers that notify agents, these run immediately: grants are locked before the logs and the
 * feed, and in the order of their ids, so that transactions cannot deadlock.
 */
const endings = ends
  .map(
    ([change, table, condition, reason, which]) => `
create function end_grants_${reason}() returns trigger
language plpgsql set search_path from current as $$
begin
  update oauth_grants set ended_at = clock_timestamp(), end_reason = '${reason}'
    where ended_at is null and id in (
      select id from oauth_grants where ended_at is null and ${which} order by id for update);
  return coalesce(new, old);
end $$;
create trigger end_grants_${reason} ${change} on ${table}
  for each row when (${condition}) execute function end_grants_${reason}();`,
  )
  .join('')

/** Adds OAuth clients, the grants that people give them, and what ends a grant. */
export async function addOAuth(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables + feed + endings).execute(db)
}
