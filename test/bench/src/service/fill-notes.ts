import { createHash } from 'node:crypto'
import type { BenchServer } from '../data/bench-server.js'
import { environmentName, projectName, token, tokenPublicId } from './access.js'

/** Changes whenever the data do: a database with another mark is made again. */
const formatMark = (notes: number) => `service data 1, ${notes} notes`

/** Rows of one statement: progress can be shown, and an interrupted run is noticed. */
const BATCH = 500_000
const PEOPLE = 20
const TEAMS = 5

export const DATABASE = 'bench_service'

/**
 * Makes the database with that many notes, unless it is there. `migrate` is called on the empty
 * database and must make the tables.
 */
export async function ensureNotes(
  server: BenchServer,
  notes: number,
  migrate: () => Promise<void>,
  progress: (text: string) => void,
): Promise<void> {
  if ((await server.mark(DATABASE)) === formatMark(notes)) return
  await server.run('postgres', [
    `drop database if exists ${DATABASE} with (force)`,
    `create database ${DATABASE}`,
    `alter database ${DATABASE} set search_path = service`,
    `alter database ${DATABASE} set timezone = 'UTC'`,
  ])
  progress(`making ${DATABASE}: tables`)
  await migrate()
  const [{ id: environment } = { id: 0 }] = await server.run(DATABASE, owners)
  const indexes = await server.run(DATABASE, [otherIndexes])
  await server.run(
    DATABASE,
    indexes.map(({ name }) => `drop index ${name}`),
  )
  for (let first = 1; first <= notes; first += BATCH) {
    progress(`making ${DATABASE}: ${first - 1} of ${notes} notes`)
    const last = Math.min(notes, first + BATCH - 1)
    await server.run(DATABASE, fill(Number(environment), first, last))
  }
  for (const { name, statement } of indexes) {
    progress(`making ${DATABASE}: ${name}`)
    await server.run(DATABASE, [String(statement)])
  }
  progress(`making ${DATABASE}: statistics`)
  await server.run(DATABASE, [
    `select setval(pg_get_serial_sequence('notes', 'id'), ${notes})`,
    `insert into streams (owner_id, kind, last_seq, last_at)
     values (${environment}, 'notes', ${notes}, ${instant(String(notes))} + interval '1 second')`,
    'vacuum (freeze, analyze)',
    'checkpoint',
  ])
  await server.run('postgres', [`comment on database ${DATABASE} is '${formatMark(notes)}'`])
}

/** A project with people, teams and a token; ends with the id of its environment. */
export const owners: readonly string[] = [
  `insert into users (email, username, first_name, last_name, is_owner)
   select 'person' || i || '@example.com', 'person ' || i, 'Person', i::text, false
   from generate_series(1, ${PEOPLE}) i`,
  `insert into projects (name) values ('${projectName}')`,
  `insert into teams (project_id, name) select p.id, 'Team ' || i
   from projects p, generate_series(1, ${TEAMS}) i`,
  `insert into roles (project_id, name) select id, 'Operator' from projects`,
  `insert into members (project_id, user_id, permission_level, role_id)
   select p.id, u.id, 'admin', r.id from projects p, users u, roles r`,
  `insert into api_tokens (public_id, token_hash, project_id, user_id, name, scopes)
   select '${tokenPublicId}', '\\x${createHash('sha256').update(token).digest('hex')}', p.id,
     (select min(user_id) from members), 'bench', '{all}' from projects p`,
  `insert into environments (project_id, name, kind)
   select id, '${environmentName}', 'production' from projects returning id`,
]

/** Indexes are made after the rows: that is several times as fast. */
const otherIndexes = `select indexname as name, indexdef as statement from pg_indexes
  where schemaname = 'service' and tablename in ('notes', 'note_messages')
    and indexname not like '%_pkey'`

/** The moment of a note: seven seconds after the one before, and a few microseconds. */
const instant = (i: string) =>
  `(timestamptz '2024-01-01 00:00:00Z' + ${i} * interval '7.000013 seconds')`

/** One message per note, and a second one for every third. */
const fill = (environment: number, first: number, last: number): readonly string[] => [
  // Keys refer to rows that exist: checking ten million of them would only take time.
  `set session_replication_role = replica`,
  `insert into notes (environment_id, id, title, record_id, collection_name, team_id, user_id,
     created_at, updated_at) overriding system value
   select ${environment}, i, 'Note ' || i || ' on a record', (i % 100000)::text,
     (array['orders', 'customers', 'products'])[1 + i % 3],
     (select min(id) from teams) + i % ${TEAMS}, (select min(user_id) from members) + i % ${PEOPLE},
     ${instant('i')}, ${instant('i')} + interval '1 second'
   from generate_series(${first}, ${last}) i`,
  `insert into note_messages (environment_id, note_id, content, user_id, created_at)
   select ${environment}, i, '<p>Message ' || m || ' of note ' || i || ': please have a look.</p>',
     (select min(user_id) from members) + (i + m) % ${PEOPLE}, ${instant('i')}
   from generate_series(${first}, ${last}) i, generate_series(1, case when i % 3 = 0 then 2 else 1 end) m`,
]
