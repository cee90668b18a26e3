import { isLongRun } from '@service/test-support'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ensureLogIndexes } from '../logs/ensure-log-indexes.js'
import { ensurePartitions } from '../logs/ensure-partitions.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

/** In long runs only: `plans.test.ts` proves most of it with fewer rows. */
const ROWS = 1_000_000
/** A count reads this many rows and a page a hundred, from each half of a statement. */
const BOUND = 2 * 10_200
const FIRST = new Date('2026-09-01T00:00:00Z')
const DAYS = 60

const url = inject('postgresUrl')
const path = (project: SeededProject) =>
  `/api/projects/${project.id}/environments/${project.environment.id}/activity-logs`

/** The steps of somebody who looks through the log: each is one request. */
const steps: Readonly<Record<string, string>> = {
  everything: '',
  'a person': '&userId=7',
  'a person by address': '&userEmail=PERSON7@example.com',
  'a rare action': '&action=delete',
  'a common action': '&action=read',
  'a collection': '&collectionName=orders',
  'a record': '&recordId=record-77',
  'a team': '&teamName=Operations',
  'what failed': '&status=failed',
  'what a person failed to do': '&status=failed&userId=1',
  'an hour of writing': '&createdAt.gte=2026-09-10T08:00:00Z&createdAt.lt=2026-09-10T09:00:00Z',
  'an hour of work': '&occurredAt.gte=2026-09-10T08:00:00Z&occurredAt.lt=2026-09-10T09:00:00Z',
  'a person on a day': '&userId=7&createdAt.gte=2026-09-10&createdAt.lt=2026-09-11',
  'a person in a collection': '&userId=7&collectionName=orders',
}

describe.skipIf(!url || !isLongRun)(`a log of ${ROWS} entries on PostgreSQL`, () => {
  let service: TestService
  let project: SeededProject
  let headers: Record<string, string>
  let client: pg.Client

  beforeAll(async () => {
    service = await startTestService(url, { statementTimeout: 600_000 })
    const { store } = service.deps
    const seed = createSeed(store)
    project = await seed.project()
    headers = await seed.session(project.admin.id)
    await ensurePartitions(store.db, FIRST)
    await fill(service, project)
    await ensureLogIndexes(store.db)
    await sql`analyze`.execute(store.db)
    client = new pg.Client({ connectionString: service.config.databaseUrl })
    await client.connect()
    await client.query('set search_path to service; set timezone to utc')
  }, 600_000)
  afterAll(async () => {
    await client?.end()
    await service?.stop()
  })

  /** Sends a request and explains every statement that it ran on the log. */
  async function explainRequest(query: string) {
    const statements: Statement[] = []
    const answer = await recordStatements(statements, () =>
      ask(service.url, 'GET', path(project) + query, { headers }),
    )
    expect(answer.status).toBe(200)
    expect(statements.length).toBeGreaterThan(0)
    const plans: PlanNode[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
    }
    return { answer, plans }
  }

  function expectBounded(plans: readonly PlanNode[]): void {
    for (const plan of plans) {
      const text = JSON.stringify(plan, null, 1)
      expect(listScans(plan).filter(isSequential), text).toEqual([])
      expect(countRows(plan), text).toBeLessThan(BOUND)
    }
  }

  it.each(Object.entries(steps))('shows and counts %s from an index', async (_, filter) => {
    const first = await explainRequest(`?limit=100&count=true${filter}`)
    expectBounded(first.plans)
    const { data, hasMore, nextCursor, count } = first.answer.body
    expect(data.length).toBeGreaterThan(0)
    expect(count.isMore ? count.value === 10_000 : count.value >= data.length).toBe(true)
    if (!hasMore) return
    const second = await explainRequest(`?limit=100&cursor=${nextCursor}${filter}`)
    expectBounded(second.plans)
    const tail = `?limit=100&order=asc&createdAt.gt=${data[0].createdAt}${filter.replace(/&createdAt[^&]*/g, '')}`
    expectBounded((await explainRequest(tail)).plans)
  })

  it('shows one entry with its proof from an index', async () => {
    const { body } = await ask(
      service.url,
      'GET',
      `${path(project)}?limit=1&createdAt.lt=2026-09-20`,
      { headers },
    )
    const { answer, plans } = await explainRequest(`/entries/${body.data[0].createdAt}`)
    expectBounded(plans)
    expect(answer.body.entry).toEqual(body.data[0])
    expect(answer.body.proof.verified.lastSeq - answer.body.proof.verified.firstSeq).toBe(200)
  })
})

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Keeps what the service sends to PostgreSQL about the log meanwhile. */
async function recordStatements<T>(statements: Statement[], run: () => Promise<T>): Promise<T> {
  const original = pg.Client.prototype.query
  const recording = function (this: pg.Client, ...args: unknown[]) {
    const [given, second] = args as [string | Statement, unknown]
    const text = typeof given === 'string' ? given : given.text
    const values = (typeof given === 'string' ? second : given.values) as unknown[]
    if (text.includes('activity_logs')) statements.push({ text, values: values ?? [] })
    return (original as (...all: unknown[]) => unknown).apply(this, args)
  }
  pg.Client.prototype.query = recording as typeof original
  try {
    return await run()
  } finally {
    pg.Client.prototype.query = original
  }
}

/** The scans of partitions of the log that were run. */
function listScans(node: PlanNode): readonly PlanNode[] {
  const below = (node.Plans ?? []).flatMap(listScans)
  const isScan = node['Relation Name']?.startsWith('activity_logs') && node['Actual Loops'] > 0
  return isScan ? [node, ...below] : below
}

/** An empty partition is read whole, which costs nothing. */
const isSequential = (node: PlanNode) => node['Node Type'] === 'Seq Scan' && countRows(node) > 0

function countRows(node: PlanNode): number {
  return listScans(node).reduce((sum, scan) => {
    const removed = scan['Rows Removed by Filter'] ?? 0
    return sum + (scan['Actual Rows'] + removed) * scan['Actual Loops']
  }, 0)
}

/** Two months of what fifty people did; one in a thousand actions failed. */
async function fill({ deps }: TestService, project: SeededProject): Promise<void> {
  const step = (DAYS * 86_400) / ROWS
  await sql`
    insert into activity_logs (environment_id, created_at, seq, type, action, label, record_ids,
      user_id, username, user_email, team_name, collection_name, hash, occurred_at)
    select ${project.environment.id}, written, number,
      case when number % 10 = 0 then 'write' else 'read' end,
      case when number % 2000 = 0 then 'delete' when number % 10 = 0 then 'update' else 'read' end,
      case when number % 1000 = 0 then 'failed' end,
      array['record-' || number % 5000], number % 50 + 1, 'person' || number % 50 + 1,
      'person' || number % 50 + 1 || '@example.com',
      case when number % 3 = 0 then 'Operations' else 'Support' end,
      (array['orders', 'customers', 'products', 'reviews'])[number % 4 + 1], '',
      written - case when number % 500 = 0 then interval '1 hour' else interval '80 milliseconds' end
    from (
      select number, ${FIRST.toISOString()}::timestamptz
        + number * ${step}::float8 * interval '1 second' as written
      from generate_series(1, ${ROWS}::int) number) numbers`.execute(deps.store.db)
}
