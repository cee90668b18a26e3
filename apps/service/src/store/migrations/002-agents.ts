import { type Kysely, sql } from 'kysely'

const tables = `
alter table environments add column agent_url text;

-- What one team sees of one environment: the number agents and browsers know it by.
create table renderings (
  id bigint generated always as identity primary key,
  environment_id bigint not null references environments,
  team_id bigint not null references teams,
  unique (environment_id, team_id)
);
create index renderings_team on renderings (team_id);

create table schemas (
  environment_id bigint primary key references environments,
  hash text not null,
  agent text not null,
  agent_version text not null,
  document text not null,
  outline jsonb not null,
  updated_at timestamptz not null default clock_timestamp()
);

create table sql_segments (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  team_id bigint not null references teams,
  collection_name text not null,
  name text not null,
  connection_name text not null,
  query text not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, id)
);
create unique index sql_segments_name on sql_segments (environment_id, team_id, collection_name, name);

create table charts (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  team_id bigint not null references teams,
  name text not null,
  definition jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, id)
);
create unique index charts_name on charts (environment_id, team_id, name);
`

/**
 * The changes that concern agents, numbered per environment without gaps and in the order of commits. A crash
 * may empty both tables, and they are not backed up: a new feed has another epoch, by which agents know that
 * they must load everything again.
 */
const feeds = `
create unlogged table agent_feeds (
  environment_id bigint primary key,
  epoch text not null default left(gen_random_uuid()::text, 8),
  last_seq bigint not null default 0,
  users_seq bigint not null default 0,
  roles_seq bigint not null default 0,
  renderings_seq bigint not null default 0,
  ip_rules_seq bigint not null default 0
);

create unlogged table agent_events (
  environment_id bigint not null,
  seq bigint not null,
  kind text not null,
  rendering_ids bigint[],
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, seq)
);
create index agent_events_created on agent_events (created_at);
`

const functions = `
-- Appends an event, and wakes the instances. One transaction tells one thing once. The feeds of a
-- project are locked together: two transactions that tell several of them cannot block each other.
create function tell_agents(environment bigint, event text, renderings bigint[])
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
    ip_rules_seq = case event when 'refresh-ip-rules' then head + 1 else ip_rules_seq end
    where environment_id = environment;
end $$;

-- The arguments of these triggers are the events to tell.
create function tell_environment() returns trigger
language plpgsql set search_path from current as $$
declare
  environment bigint := coalesce(new.environment_id, old.environment_id);
begin
  for place in 0 .. tg_nargs - 1 loop
    perform tell_agents(environment, tg_argv[place], case tg_argv[place]
      when 'refresh-renderings' then
        array(select id from renderings where environment_id = environment order by id) end);
  end loop;
  return null;
end $$;

create function tell_rendering() returns trigger
language plpgsql set search_path from current as $$
declare
  environment bigint := coalesce(new.environment_id, old.environment_id);
  team bigint := coalesce(new.team_id, old.team_id);
begin
  perform tell_agents(environment, 'refresh-renderings', array(
    select id from renderings where environment_id = environment and team_id = team));
  return null;
end $$;

create function tell_project() returns trigger
language plpgsql set search_path from current as $$
declare
  project bigint := coalesce(new.project_id, old.project_id);
  environment bigint;
begin
  for environment in
    select id from environments where project_id = project and deleted_at is null order by id
  loop
    for place in 0 .. tg_nargs - 1 loop
      perform tell_agents(environment, tg_argv[place], null);
    end loop;
  end loop;
  return null;
end $$;

create function tell_team() returns trigger
language plpgsql set search_path from current as $$
declare
  rendering record;
begin
  for rendering in
    select renderings.id, environment_id from renderings
    join environments on environments.id = environment_id and deleted_at is null
    where team_id = new.id order by environment_id
  loop
    perform tell_agents(rendering.environment_id, 'refresh-renderings', array[rendering.id]);
    perform tell_agents(rendering.environment_id, 'refresh-users', null);
  end loop;
  return null;
end $$;

create function tell_projects_of_user() returns trigger
language plpgsql set search_path from current as $$
declare
  environment bigint;
begin
  for environment in
    select environments.id from members
    join environments on environments.project_id = members.project_id and deleted_at is null
    where user_id = new.id order by environments.project_id, environments.id
  loop
    perform tell_agents(environment, 'refresh-users', null);
  end loop;
  return null;
end $$;

create function tell_kind() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_agents(new.id, 'refresh-roles', null);
  return null;
end $$;

-- 'access' is not for agents: those who listen may have to go.
create function tell_removal() returns trigger
language plpgsql set search_path from current as $$
declare
  environment bigint;
begin
  for environment in
    select id from environments
    where case tg_table_name when 'projects' then project_id = new.id else id = new.id end
    order by id
  loop
    perform tell_agents(environment, 'access', null);
  end loop;
  return null;
end $$;

-- One at a time in a project: a team and an environment made together must see each other.
create function add_renderings() returns trigger
language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('renderings of ' || new.project_id, 0));
  insert into renderings (environment_id, team_id)
    select environments.id, teams.id from environments join teams using (project_id)
    where environments.deleted_at is null and teams.deleted_at is null
      and case tg_table_name when 'teams' then teams.id else environments.id end = new.id
    order by environments.id, teams.id
    on conflict do nothing;
  insert into agent_feeds (environment_id)
    select new.id where tg_table_name = 'environments' on conflict do nothing;
  return null;
end $$;
`

/** One row per trigger: the change, the table, what it does, and its condition. */
const triggers: readonly (readonly [
  change: string,
  table: string,
  call: string,
  condition?: string,
])[] = [
  ['insert or update or delete', 'members', `tell_project('refresh-users')`],
  ['insert or delete', 'team_members', `tell_project('refresh-users')`],
  [
    'insert or update of name, deleted_at',
    'roles',
    `tell_project('refresh-roles', 'refresh-users')`,
  ],
  ['insert or update of name, deleted_at', 'teams', 'tell_team()'],
  ['update of email, first_name, last_name, disabled_at', 'users', 'tell_projects_of_user()'],
  ['insert or update or delete', 'role_rights', `tell_environment('refresh-roles')`],
  ['insert or update or delete', 'ip_rules', `tell_environment('refresh-ip-rules')`],
  [
    'insert or update or delete',
    'schemas',
    `tell_environment('refresh-roles', 'refresh-renderings')`,
  ],
  ['insert or update or delete', 'scopes', 'tell_rendering()'],
  ['insert or update or delete', 'sql_segments', 'tell_rendering()'],
  ['insert or update or delete', 'charts', 'tell_rendering()'],
  ['update of kind', 'environments', 'tell_kind()', 'old.kind <> new.kind'],
  ['update or delete', 'environment_secrets', `tell_environment('access')`],
  ['update of deleted_at', 'environments', 'tell_removal()'],
  ['update of deleted_at', 'projects', 'tell_removal()'],
]

/**
 * The triggers that notify agents run at the end of the transaction: the feed is locked only briefly and
 * after everything else, so that transactions cannot deadlock.
 */
const deferred = triggers
  .map(
    ([change, table, call, condition = 'true']) => `
create constraint trigger ${call.replace(/\W.*/, '')} after ${change} on ${table}
  deferrable initially deferred for each row when (${condition}) execute function ${call};`,
  )
  .join('')

const immediate = `
create trigger add_renderings after insert on environments
  for each row execute function add_renderings();
create trigger add_renderings after insert on teams
  for each row execute function add_renderings();
`

const fill = `
insert into renderings (environment_id, team_id)
  select environments.id, teams.id from environments join teams using (project_id)
  where environments.deleted_at is null and teams.deleted_at is null
  order by environments.id, teams.id;
insert into agent_feeds (environment_id) select id from environments;
`

/** Adds renderings, schemas, SQL segments, charts, and the feed that notifies agents of every change. */
export async function addAgents(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables + feeds + functions + deferred + immediate + fill).execute(db)
}
