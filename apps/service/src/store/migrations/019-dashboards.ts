import { type Kysely, sql } from 'kysely'

const tables = `
-- Charts that a team sees together. The content has a range, filters and cards.
create table dashboards (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  team_id bigint not null references teams,
  name text not null,
  position int not null,
  content jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references users,
  primary key (environment_id, id)
);
create unique index dashboards_name on dashboards (environment_id, team_id, name);

-- How the numbers of a chart are written. Agents do not need it.
alter table charts add column display jsonb;
`

/** Adds dashboards, and to charts how their numbers are written. */
export async function addDashboards(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
