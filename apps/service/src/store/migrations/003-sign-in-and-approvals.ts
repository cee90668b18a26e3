import { type Kysely, sql } from 'kysely'

const steps = `
create table signing_keys (
  kid text primary key,
  purpose text not null check (purpose in ('id-token', 'approval')),
  public_key jsonb not null,
  private_key text,
  created_at timestamptz not null default clock_timestamp(),
  retired_at timestamptz
);
create unique index signing_keys_active on signing_keys (purpose) where retired_at is null;

create table sign_in_clients (
  client_id text primary key,
  environment_id bigint not null references environments,
  agent_url text,
  redirect_uri text not null,
  is_pkce_required boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  unique (environment_id, redirect_uri, is_pkce_required)
);

create table sign_in_codes (
  code_hash bytea primary key,
  client_id text not null references sign_in_clients on delete cascade,
  user_id bigint not null references users,
  rendering_id bigint not null,
  scope text not null,
  nonce text,
  code_challenge text,
  method text not null check (method in ('password', 'sso')),
  sso_project_id bigint references projects,
  signed_in_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_codes_client on sign_in_codes (client_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);

create table access_tokens (
  public_id text primary key,
  token_hash bytea not null,
  code_hash bytea not null,
  environment_id bigint not null references environments,
  user_id bigint not null references users,
  rendering_id bigint not null,
  method text not null check (method in ('password', 'sso')),
  sso_project_id bigint references projects,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index access_tokens_code on access_tokens (code_hash);
create index access_tokens_expiry on access_tokens (expires_at);

alter table approvals add column claimed_at timestamptz;
alter table approvals drop constraint approvals_status_check;
alter table approvals add constraint approvals_status_check check (status in
  ('pending', 'approved', 'rejected', 'cancelled', 'expired', 'claimed', 'executed', 'failed'));
create index approvals_claimed on approvals (claimed_at) where status = 'claimed';
`

/** Adds sign-in through agents, and approvals that run once. */
export async function addSignInAndApprovals(db: Kysely<unknown>): Promise<void> {
  await sql.raw(steps).execute(db)
}
