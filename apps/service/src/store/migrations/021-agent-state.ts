import { type Kysely, sql } from 'kysely'

const tables = `
-- Which instance of the service holds event streams of an environment's agents, and until when that is
-- believed: an instance that dies no longer prolongs it.
create table agent_streams (
  environment_id bigint not null references environments,
  instance text not null,
  seen_at timestamptz not null,
  connected_until timestamptz not null,
  primary key (environment_id, instance)
);

-- What the agent runs on, such as {"engine": "nodejs", "engine_version": "22.1.0"}. Null until the next upload.
alter table schemas add column stack jsonb;
`

/** Adds whether the agent of an environment is connected. */
export async function addAgentState(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
