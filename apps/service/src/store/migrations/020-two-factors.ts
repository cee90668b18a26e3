import { type Kysely, sql } from 'kysely'

const tables = `
-- The key that an authenticator app shares, encrypted. It counts from its first right code on.
create table totp_keys (
  user_id bigint primary key references users,
  encrypted_key text not null,
  created_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  -- The time step of the last code: each code is accepted once, on whichever instance.
  last_step bigint
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table recovery_codes (
  user_id bigint not null references users,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Challenges that were answered: each is accepted once, on whichever instance.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);

-- What happened to the ways in which a person signs in; they read it themselves.
create table security_events (
  user_id bigint not null references users,
  id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  kind text not null,
  details jsonb not null,
  address text,
  user_agent text,
  primary key (user_id, id)
);
create index security_events_age on security_events (created_at);

alter table projects add column requires_two_factors boolean not null default false;

-- Whether the person proved two factors when this was opened.
alter table sessions add column has_two_factors boolean not null default false;
alter table personal_tokens add column has_two_factors boolean not null default false;
alter table sign_in_codes add column has_two_factors boolean not null default false;
alter table access_tokens add column has_two_factors boolean not null default false;
alter table oauth_codes add column has_two_factors boolean not null default false;
alter table oauth_grants add column has_two_factors boolean not null default false;

-- When the person gave their password again; before that, when they signed in.
alter table sessions add column confirmed_at timestamptz;
alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check
  check (method in ('password', 'passkey', 'sso')) not valid;
`

/** Adds second factors, passkeys, recovery codes and the policy of projects that require them. */
export async function addTwoFactors(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
