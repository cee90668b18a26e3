import { type Kysely, sql } from 'kysely'

const table = `
create table agent_codes (
  code_hash bytea primary key,
  client_id text not null,
  code_challenge text not null,
  environment_id bigint not null references environments,
  rendering_id bigint not null references renderings,
  user_id bigint not null references users,
  -- No reference: a second use is noticed after the session has ended, too.
  session_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  opened_at timestamptz
);
create index agent_codes_expiry on agent_codes (expires_at);
`

/** Adds the codes that the panel exchanges for sessions of agents. */
export async function addAgentCodes(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db)
}
