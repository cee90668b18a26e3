import { type Kysely, sql } from 'kysely'

const tables = `
-- Links that let a person set a new password or verify an e-mail address, once.
create table account_links (
  token_hash bytea primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('password', 'email')),
  -- The address that the link verifies, or that it was mailed to. Null: it was mailed to nobody.
  email text,
  -- The Admin who made it and has seen it, and their project. Null: it was mailed, or made on the command line.
  created_by bigint references users,
  project_id bigint references projects,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id);

-- What a person wants to be told by mail. Without a row: nothing.
create table mail_settings (
  user_id bigint primary key references users,
  mentions boolean not null,
  approvals boolean not null,
  decisions boolean not null
);

-- The mail to send. It contains no text and no secret: both are made when it is sent.
create table mail_queue (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  key text not null,
  environment_id bigint references environments,
  -- The message or the approval that it is about.
  subject_id bigint,
  -- Null: the e-mail address of the account.
  recipient text,
  attempts int not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  -- When it may be sent. An instance that takes it moves this forward, so that another tries again if it fails.
  next_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  outcome text check (outcome in ('sent', 'skipped', 'given_up')),
  unique (user_id, key)
);
create index mail_queue_waiting on mail_queue (next_at) where done_at is null;
`

/** Adds the links of accounts, and the queue of mail with what people want to be told. */
export async function addMail(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
