import { type Kysely, sql } from 'kysely'

const tables = `
-- How a team sees an environment in the panel. What a layout does not mention is guessed from the schema.
create table layouts (
  environment_id bigint not null references environments,
  team_id bigint not null references teams,
  layout jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by bigint references users,
  primary key (environment_id, team_id)
);

-- Saved states of lists. A private view belongs to its owner, a shared one to the team.
create table views (
  environment_id bigint not null references environments,
  id bigint generated always as identity,
  team_id bigint not null references teams,
  collection_name text not null,
  name text not null,
  icon text,
  is_shared boolean not null,
  owner_id bigint not null references users,
  position int not null,
  state jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (environment_id, id)
);
create unique index private_views_name
  on views (environment_id, team_id, collection_name, owner_id, name) where not is_shared;
create unique index shared_views_name
  on views (environment_id, team_id, collection_name, name) where is_shared;
create index views_owner on views (owner_id);

-- The settings of a person for the panel. A session that the single sign-on of a project opened has settings
-- of its own, because the project chooses its identity provider; other sessions use those of project 0.
create table preferences (
  user_id bigint not null references users,
  sso_project_id bigint not null,
  preferences jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, sso_project_id)
);

-- Links that sign a person in, once.
create table welcome_links (
  token_hash bytea primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index welcome_links_user on welcome_links (user_id);
`

/** Adds what the panel stores: layouts, views and preferences, and the links of a first visit. */
export async function addPanel(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
