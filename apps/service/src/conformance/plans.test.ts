import { chooseRounds } from '@service/test-support'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { activityLogListing } from '../features/activity-logs/activity-log-listing.js'
import { recordActivityStatement } from '../features/activity-logs/read-record-activity.js'
import { adminLogListing } from '../features/admin-logs/admin-log-listing.js'
import { noteListing } from '../features/notes/note-listing.js'
import { type ListStatement, listStatement, type Start } from '../http/listing/list-statement.js'
import type { Listing, ListQuery } from '../http/listing/listing.js'
import { ensureLogIndexes } from '../logs/ensure-log-indexes.js'
import type { Instant } from '../store/instant.js'
import type { Database } from '../store/schema.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

/** So many that reading all of them stands out, and so few that they are written soon. */
const ROWS = chooseRounds(6_000, 30_000)
/** The rows span five minutes. */
const STEP_MS = 300_000 / ROWS
/** The oldest rows: what only they have is the worst case for a list of the newest. */
const RARE = 500
const LIMIT = 11
/** Of an empty store, after the admin of the project. */
const COMMON_USER = 2
const RARE_USER = 3

const url = inject('postgresUrl')
const at = (value: Instant) => ({ given: value, value })

/** One filter each. Most rows have the common value, the few oldest ones the rare value. */
const constant: Readonly<Record<string, readonly ListQuery[]>> = {
  notes: [
    {},
    ...['common', 'rare'].flatMap(value => [
      { userEmail: `${value}@example.com` },
      { teamName: value },
      { collectionName: value },
      { recordId: value },
    ]),
    ...[COMMON_USER, RARE_USER].map(author => ({ author })),
    { 'createdAt.eq': at('2026-02-01T00:00:01.000000Z') },
    { 'createdAt.gte': at('2026-01-01T00:00:00.000000Z') },
    { 'createdAt.lte': at('2026-02-01T00:00:01.000000Z') },
    { 'updatedAt.eq': at('2026-02-01T00:00:01.000000Z') },
    { collectionName: 'common', 'createdAt.lt': at('2026-02-01T00:03:00.000000Z') },
  ],
  'activity-logs': [
    {},
    ...['common', 'rare'].flatMap(value => [
      { userEmail: `${value}@example.com` },
      { teamName: value },
      { collectionName: value },
    ]),
    ...[1, 2].map(userId => ({ userId })),
    ...['read', 'export'].map(action => ({ action })),
    ...['read', 'write'].map(type => ({ type })),
    { 'createdAt.lte': at('2026-02-01T00:00:01.000000Z') },
    { type: 'read', 'createdAt.gt': at('2026-02-01T00:03:00.000000Z') },
  ],
  'admin-logs': [
    {},
    ...[1, 2].map(userId => ({ userId })),
    ...['common@example.com', 'rare@example.com'].map(userEmail => ({ userEmail })),
    ...['add', 'remove'].map(type => ({ type })),
    ...['administrator', 'service'].map(initiator => ({ initiator })),
    ...['team', 'role'].map(resource => ({ resource })),
  ],
}

/** Filters whose rows no index has in the order of the list: they cost some rows more, never all. */
const sparse: Readonly<Record<string, readonly ListQuery[]>> = {
  notes: [
    { 'updatedAt.lt': at('2026-02-01T00:00:01.000000Z') },
    { 'archivedAt.gt': at('2026-02-01T00:00:01.000000Z') },
    { 'archivedAt.lte': at('2026-02-02T00:00:00.000000Z') },
    { mentions: RARE_USER },
  ],
  'activity-logs': [
    { recordId: 'common' },
    { recordId: 'rare' },
    { 'occurredAt.lt': at('2026-02-01T00:00:00.500000Z') },
    { 'occurredAt.eq': at('2026-02-01T00:00:00.400000Z') },
    { 'occurredAt.gte': at('2026-02-01T00:04:59.900000Z') },
    { userId: 2, 'occurredAt.gt': at('2026-02-01T00:00:00.100000Z') },
  ],
}

type AnyListing = Listing<{ readonly created_at: Instant }, unknown>
const listings = [noteListing, activityLogListing, adminLogListing] as unknown as AnyListing[]

describe.skipIf(!url)(`a page out of ${ROWS} rows on PostgreSQL`, () => {
  let service: TestService
  let client: pg.Client
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(url, { statementTimeout: 600_000 })
    await ensureLogIndexes(service.deps.store.db)
    project = await createSeed(service.deps.store).project()
    await fill(service.deps.store.db, project)
    client = new pg.Client({ connectionString: service.config.databaseUrl })
    await client.connect()
    await client.query('set search_path to service; set timezone to utc')
  }, 600_000)
  afterAll(async () => {
    await client?.end()
    await service?.stop()
  })

  describe.each(listings)('of $name', listing => {
    it.each(constant[listing.name] ?? [])('touches only its own rows with %o', async query => {
      for (const plan of await explainPages(listing, query)) {
        expect(rowsTouched(plan), JSON.stringify(plan, null, 1)).toBeLessThan(5 * LIMIT)
      }
    })

    it('never walks all rows with another filter', async () => {
      for (const query of sparse[listing.name] ?? []) {
        for (const plan of await explainPages(listing, query)) {
          expect(rowsTouched(plan), JSON.stringify(plan, null, 1)).toBeLessThan(3 * RARE)
        }
      }
    })
  })

  it.each([undefined, '2026-02-01T00:00:02.500000Z'])(
    'of the activity of a record reads no row of another record from %s',
    async instant => {
      const record = { collectionName: 'rare', recordId: 'rare', type: 'write' } as const
      const start = instant && { occurredAt: instant, createdAt: instant }
      const query = { ...record, limit: LIMIT - 1 }
      const statement = recordActivityStatement(project.environment.id, query, start || undefined)
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        const plan = await explainStatement(statement, mode)
        expect(rowsTouched(plan), JSON.stringify(plan, null, 1)).toBeLessThanOrEqual(RARE)
      }
    },
  )

  /** The plans of the first, a middle and a late page, in both orders, with and without knowing the values. */
  async function explainPages(listing: AnyListing, query: ListQuery): Promise<PlanNode[]> {
    const plans: PlanNode[] = []
    for (const order of ['desc', 'asc'] as const) {
      for (const position of [undefined, '2026-02-01T00:02:00.000000Z', '2026-02-01T00:00:00.1Z']) {
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          plans.push(await explain(listing, query, { order, position }, mode))
        }
      }
    }
    return plans
  }

  async function explain(listing: AnyListing, query: ListQuery, start: Start, mode: string) {
    const owner = listing.name === 'admin-logs' ? project : project.environment
    return explainStatement(listStatement(listing, owner, query, start, LIMIT), mode)
  }

  async function explainStatement({ text, values }: ListStatement, mode: string) {
    const literals = values.map(value => pg.escapeLiteral(String(value))).join(', ')
    await client.query(`set plan_cache_mode = ${mode}; prepare list as ${text}`)
    const { rows } = await client.query(`explain (analyze, format json) execute list (${literals})`)
    await client.query('deallocate list')
    return rows[0]['QUERY PLAN'][0].Plan as PlanNode
  }
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Rows that were read from a table or an index, needed or not. */
function rowsTouched(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsTouched(child), 0)
  const type = node['Node Type']
  if (!type.endsWith('Scan') || type === 'Subquery Scan') return below
  const removed = node['Rows Removed by Filter'] ?? 0
  return below + (node['Actual Rows'] + removed) * node['Actual Loops']
}

/** The first rows have the rare values. */
async function fill(db: Kysely<Database>, project: SeededProject): Promise<void> {
  const common = await createOwners(db, project, 'common')
  const rare = await createOwners(db, project, 'rare')
  expect([common.userId, rare.userId]).toEqual([COMMON_USER, RARE_USER])
  const created = sql`timestamptz '2026-02-01' + number * ${sql.lit(`${STEP_MS} milliseconds`)}::interval`
  const numbers = sql`generate_series(1, ${ROWS}::int) number`
  const either = (few: string, many: string) =>
    sql`case when number <= ${sql.lit(RARE)} then ${sql.lit(few)} else ${sql.lit(many)} end`
  const id = (few: number, many: number) => sql`(${either(String(few), String(many))})::bigint`
  const email = either('rare@example.com', 'common@example.com')
  const value = either('rare', 'common')
  await sql`
    insert into notes (environment_id, title, record_id, collection_name, team_id, user_id,
      created_at, updated_at, archived_at)
    select ${project.environment.id}, 'Note', ${value}, ${value}, ${id(rare.teamId, common.teamId)},
      ${id(rare.userId, common.userId)}, ${created}, ${created},
      case when number <= ${sql.lit(RARE)} then ${created} + interval '1 hour' end
    from ${numbers}`.execute(db)
  // Messages are on no page that other filters read.
  await sql`
    insert into note_messages (environment_id, note_id, content, user_id, created_at)
    select environment_id, id, 'Message', user_id, created_at from notes
    where id between ${sql.lit((ROWS * 2) / 3 + 1)} and ${sql.lit((ROWS * 5) / 6)}`.execute(db)
  await sql`
    insert into note_mentions (environment_id, user_id, note_id, message_id, created_at)
    select environment_id, ${rare.userId}, note_id, id, created_at from note_messages
    where note_id % 100 = 0`.execute(db)
  await sql`
    insert into activity_logs (environment_id, created_at, seq, type, action, record_ids, user_id,
      username, user_email, team_name, collection_name, hash, occurred_at)
    select ${project.environment.id}, ${created}, number, ${either('write', 'read')},
      ${either('export', 'read')}, array[${value}], ${id(2, 1)}, 'user', ${email}, ${value},
      ${value}, '', case when number % 1000 = 0 then ${created} - interval '1 hour' end
    from ${numbers}`.execute(db)
  await sql`
    insert into admin_logs (project_id, created_at, seq, type, resource, initiator, user_id,
      username, user_email, hash)
    select ${project.id}, ${created}, number, ${either('remove', 'add')}, ${either('role', 'team')},
      ${either('service', 'administrator')}, ${id(2, 1)}, 'user', ${email}, ''
    from ${numbers}`.execute(db)
  await sql`analyze`.execute(db)
}

async function createOwners(db: Kysely<Database>, project: SeededProject, name: string) {
  const user = await createSeed({ db } as TestService['deps']['store']).user({
    email: `${name}@example.com`,
  })
  const team = await db
    .insertInto('teams')
    .values({ project_id: project.id, name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId: user.id, teamId: team.id }
}
