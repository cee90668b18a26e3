import { type Kysely, sql } from 'kysely'

const tables = `
create table jobs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  kind text not null,
  parameters jsonb not null,
  timeout_seconds double precision not null check (timeout_seconds > 0),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'succeeded', 'failed', 'timed_out', 'cancelled')),
  progress jsonb,
  exit_code int,
  result jsonb,
  error text,
  created_by bigint references users,
  idempotency_key text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  deadline timestamptz not null,
  cancel_requested_at timestamptz,
  heartbeat_at timestamptz,
  instance text,
  check ((status in ('queued', 'running')) = (exit_code is null)),
  check ((status in ('queued', 'running')) = (finished_at is null))
);
create index jobs_project on jobs (project_id, id);
create index jobs_unfinished on jobs (id) where status in ('queued', 'running');
create index jobs_finished on jobs (finished_at);
-- Two instances may choose at the same moment; this lets one of them win.
create unique index jobs_running on jobs (project_id, kind) where status = 'running';
`

/** Adds background jobs. */
export async function addJobs(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db)
}
