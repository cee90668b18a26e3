import { type Kysely, sql } from 'kysely'

const tables = `
-- Every layout a team had in an environment, with the JSON Patch (RFC 6902) that made it of the one before.
create table layout_versions (
  environment_id bigint not null references environments,
  team_id bigint not null references teams,
  version bigint not null,
  layout jsonb not null,
  patch jsonb not null,
  created_at timestamptz not null,
  created_by bigint references users,
  primary key (environment_id, team_id, version)
);

insert into layout_versions
select environment_id, team_id, 1, layout,
  jsonb_build_array(jsonb_build_object('op', 'replace', 'path', '', 'value', layout)),
  updated_at, updated_by
from layouts;
`

/** Adds the history of layouts; the layouts that exist are their first versions. */
export async function addLayoutVersions(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
