import { type Kysely, sql } from 'kysely'

/** Every table of the first version, in the order of their references. */
const tables = `
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  username text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  is_owner boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  disabled_at timestamptz
);
create unique index users_email on users (lower(email));

create table projects (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
create unique index projects_name on projects (name) where deleted_at is null;

create table sessions (
  public_id text primary key,
  secret_hash bytea not null,
  user_id bigint not null references users,
  method text not null check (method in ('password', 'sso')),
  sso_project_id bigint references projects,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table personal_tokens (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  token_hash bytea not null,
  user_id bigint not null references users,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index personal_tokens_user on personal_tokens (user_id);

create table environments (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  name text not null,
  kind text not null check (kind in ('production', 'staging', 'development')),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
create unique index environments_name on environments (project_id, name) where deleted_at is null;

create table environment_secrets (
  secret_hash bytea primary key,
  environment_id bigint not null references environments,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz
);
create index environment_secrets_environment on environment_secrets (environment_id);

create table teams (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
create unique index teams_name on teams (project_id, name) where deleted_at is null;
create index teams_project on teams (project_id);

create table roles (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz
);
create unique index roles_name on roles (project_id, name) where deleted_at is null;

create table members (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  permission_level text not null
    check (permission_level in ('user', 'manager', 'editor', 'developer', 'admin')),
  role_id bigint not null references roles,
  tags jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, user_id)
);
create index members_user on members (user_id);

create table team_members (
  project_id bigint not null,
  team_id bigint not null references teams,
  user_id bigint not null,
  primary key (project_id, team_id, user_id),
  foreign key (project_id, user_id) references members on delete cascade
);
create index team_members_user on team_members (project_id, user_id);

create table invitations (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  email text not null,
  permission_level text not null
    check (permission_level in ('user', 'manager', 'editor', 'developer', 'admin')),
  role_id bigint not null references roles,
  team_ids bigint[] not null,
  tags jsonb not null default '{}',
  token_hash bytea not null unique,
  invited_by bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_project on invitations (project_id);

create table role_rights (
  environment_id bigint not null references environments,
  role_id bigint not null references roles,
  rights jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, role_id)
);

create table scopes (
  environment_id bigint not null references environments,
  team_id bigint not null references teams,
  collection_name text not null,
  condition jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, team_id, collection_name)
);

create table ip_rules (
  environment_id bigint primary key references environments,
  is_enabled boolean not null,
  rules jsonb not null
);

create table approvals (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  status text not null check (status in
    ('pending', 'approved', 'rejected', 'cancelled', 'expired', 'executed', 'failed')),
  collection_name text not null,
  action_name text not null,
  record_ids text[] not null,
  inputs jsonb not null,
  requester_id bigint not null references users,
  team_id bigint not null references teams,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  decided_by bigint references users,
  decided_at timestamptz,
  finished_at timestamptz,
  failure text,
  primary key (environment_id, id)
);
create index approvals_status on approvals (environment_id, status, id);
create index approvals_expiry on approvals (expires_at) where status = 'pending';

create table approval_comments (
  environment_id bigint not null,
  approval_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null references users,
  comment text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, approval_id, id),
  foreign key (environment_id, approval_id) references approvals
);

create table api_tokens (
  id bigint generated always as identity primary key,
  public_id text not null unique,
  token_hash bytea not null,
  project_id bigint not null references projects,
  user_id bigint not null references users,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by bigint references users
);
create index api_tokens_project on api_tokens (project_id);

create table sso_connections (
  project_id bigint primary key references projects,
  issuer text not null,
  client_id text not null,
  client_secret text,
  allowed_domains text[] not null,
  is_required boolean not null,
  default_role_id bigint references roles,
  default_team_id bigint references teams,
  updated_at timestamptz not null default clock_timestamp()
);

create table sso_identities (
  issuer text not null,
  subject text not null,
  project_id bigint not null references projects,
  user_id bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject, project_id),
  unique (project_id, issuer, user_id)
);

create table streams (
  owner_id bigint not null,
  kind text not null check (kind in ('notes', 'activity_logs', 'admin_logs')),
  last_seq bigint not null default 0,
  last_at timestamptz not null default '-infinity',
  last_hash bytea not null default '\\x',
  primary key (owner_id, kind)
);

create table notes (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  title text not null,
  record_id text not null,
  collection_name text,
  team_id bigint not null references teams,
  user_id bigint not null references users,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  archived_at timestamptz,
  primary key (environment_id, id),
  check (updated_at >= created_at)
);
create unique index notes_created on notes (environment_id, created_at);
create unique index notes_updated on notes (environment_id, updated_at);
create index notes_archived on notes (environment_id, archived_at) where archived_at is not null;
create index notes_archived_created on notes (environment_id, created_at) where archived_at is not null;
create index notes_record on notes (environment_id, record_id, created_at);
create index notes_collection on notes (environment_id, collection_name, created_at);
create index notes_user on notes (environment_id, user_id, created_at);
create index notes_team on notes (environment_id, team_id, created_at);

create table note_messages (
  environment_id bigint not null,
  note_id bigint not null,
  id bigint generated always as identity,
  content text not null,
  user_id bigint not null references users,
  created_at timestamptz not null,
  primary key (environment_id, note_id, id),
  foreign key (environment_id, note_id) references notes
);

create table note_mentions (
  environment_id bigint not null,
  user_id bigint not null references users,
  note_id bigint not null,
  message_id bigint not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  primary key (environment_id, user_id, note_id, message_id),
  foreign key (environment_id, note_id, message_id) references note_messages
);
create index note_mentions_user on note_mentions (user_id, message_id);

create table activity_logs (
  environment_id bigint not null,
  created_at timestamptz not null,
  seq bigint not null,
  type text not null check (type in ('read', 'write')),
  action text not null,
  label text,
  record_ids text[],
  user_id bigint not null,
  username text not null,
  user_email text not null,
  team_name text not null,
  collection_name text,
  inbox_name text,
  workflow jsonb,
  hash bytea not null,
  primary key (environment_id, created_at)
) partition by range (created_at);
create index activity_logs_user on activity_logs (environment_id, user_id, created_at);
create index activity_logs_email on activity_logs (environment_id, lower(user_email), created_at);
create index activity_logs_collection on activity_logs (environment_id, collection_name, created_at);
create index activity_logs_action on activity_logs (environment_id, action, created_at);
create index activity_logs_team on activity_logs (environment_id, team_name, created_at);
create index activity_logs_type on activity_logs (environment_id, type, created_at);
create index activity_logs_record on activity_logs (environment_id, (record_ids[1]), created_at);
-- Few actions are done to several records at once. The other records of those are found here.
create index activity_logs_records on activity_logs using gin (record_ids) with (fastupdate = off)
  where cardinality(record_ids) > 1;
-- Takes what no month takes, so that no write waits for a partition.
create table activity_logs_default partition of activity_logs default;

create table activity_log_keys (
  environment_id bigint not null,
  key text not null,
  created_at timestamptz not null,
  primary key (environment_id, key)
);
create index activity_log_keys_created on activity_log_keys (created_at);

create table admin_logs (
  project_id bigint not null,
  created_at timestamptz not null,
  seq bigint not null,
  type text not null,
  resource text not null,
  initiator text not null,
  user_id bigint,
  username text,
  user_email text,
  previous_value jsonb,
  new_value jsonb,
  hash bytea not null,
  primary key (project_id, created_at)
) partition by range (created_at);
create index admin_logs_user on admin_logs (project_id, user_id, created_at);
create index admin_logs_email on admin_logs (project_id, lower(user_email), created_at);
create index admin_logs_type on admin_logs (project_id, type, created_at);
create index admin_logs_initiator on admin_logs (project_id, initiator, created_at);
create index admin_logs_resource on admin_logs (project_id, resource, created_at);
create index admin_logs_removed_people on admin_logs (project_id, (previous_value -> 'user' ->> 'id'))
  where resource = 'user-project' and type = 'remove';
create table admin_logs_default partition of admin_logs default;

create table retention (
  owner_id bigint not null,
  kind text not null check (kind in ('activity_logs', 'admin_logs')),
  days integer not null check (days > 0),
  primary key (owner_id, kind)
);

create table log_archives (
  id bigint generated always as identity primary key,
  owner_id bigint not null,
  kind text not null check (kind in ('activity_logs', 'admin_logs')),
  file_name text not null,
  file_sha256 bytea not null,
  row_count bigint not null,
  first_seq bigint not null,
  last_seq bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  previous_hash bytea not null,
  last_hash bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create unique index log_archives_range on log_archives (owner_id, kind, first_seq);

create table idempotency_keys (
  environment_id bigint not null,
  token_id bigint not null references api_tokens,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body json not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, token_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Counters of rate-limiter-flexible, in its own layout. What a crash empties is only a minute of counts.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
`

export async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
