import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { advanceStream } from '../logs/advance-stream.js'
import { verifyLogs } from '../logs/verify-logs.js'
import type { Store } from '../store/open-store.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const LOGS = chooseRounds(180, 5_000)
const NOTES = chooseRounds(60, 1_200)
/** Writers of each kind, half of them on each instance. */
const WRITERS = 6
/** Notes that each writer sends through the API, one by one; the others go into the store in batches. */
const POSTED = chooseRounds(10, 40)
const MAX_BATCH_SIZE = 500

const postgresUrl = inject('postgresUrl')

/** A row as a walk sees it. The entries that notes leave in the log have no name. */
interface Seen {
  readonly name: string
  readonly createdAt: string
}

/** One of the two lists that are walked: where it is, and what names its rows. */
interface List {
  readonly path: 'notes' | 'activity-logs'
  readonly field: 'title' | 'label'
}

const lists: readonly List[] = [
  { path: 'activity-logs', field: 'label' },
  { path: 'notes', field: 'title' },
]

const writers = Array.from({ length: WRITERS }, (_, writer) => writer)

/** The names of the rows that one writer writes. */
function listShare(word: string, writer: number, count: number): string[] {
  const [from, to] = [writer, writer + 1].map(edge => Math.floor((edge * count) / WRITERS))
  return Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, index) => `${word} ${writer} ${index}`)
}

/** What is left of a share after some, in pieces of random sizes. */
function* batches(word: string, writer: number, count: number, after: number) {
  const random = createRandom(fuzzSeed + writer)
  const rest = listShare(word, writer, count).slice(after)
  while (rest.length > 0) yield rest.splice(0, random.between(1, MAX_BATCH_SIZE))
}

const listNames = ({ path }: List) =>
  writers.flatMap(writer =>
    path === 'notes' ? listShare('note', writer, NOTES) : listShare('log', writer, LOGS),
  )

describe.skipIf(!postgresUrl)('walks through what is being written, on two instances', () => {
  let service: TestService
  let instances: readonly string[]
  let stores: readonly Store[]
  let stopSibling: () => Promise<void>
  let project: SeededProject
  let token: Record<string, string>
  /** How many rows of each list are still to be written. */
  let left = { 'activity-logs': LOGS, notes: NOTES }

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    const sibling = await service.startSibling()
    stopSibling = sibling.stop
    instances = [service.url, sibling.url]
    stores = [service.deps.store, sibling.deps.store]
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    token = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  })
  afterAll(async () => {
    await stopSibling?.()
    await service?.stop()
  })

  const base = () => `/v1/project/${encodeURIComponent(project.name)}/environment/Production`
  const send = async (
    instance: number,
    path: string,
    headers: Record<string, string>,
    body: object,
  ) => {
    const url = instances[instance % 2] ?? ''
    const { status, body: answer } = await ask(url, 'POST', path, { headers, body })
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(answer)}`)
  }

  /** Sends its share of the logs in batches of random sizes. */
  const writeLogs = async (writer: number) => {
    const headers = { 'service-secret-key': project.environment.secret }
    for (const names of batches('log', writer, LOGS, 0)) {
      const entries = names.map(name => ({
        key: name,
        label: name,
        type: 'read',
        action: 'index',
        userId: project.admin.id,
      }))
      await send(writer, '/agent-api/activity-logs', headers, { entries })
      left['activity-logs'] -= names.length
    }
  }
  /** Posts some notes, and writes the others of its share in batches, as a bulk import would. */
  const writeNotes = async (writer: number) => {
    for (const title of listShare('note', writer, NOTES).slice(0, POSTED)) {
      await send(writer, `${base()}/notes`, token, {
        title,
        recordId: '1',
        collectionName: 'books',
      })
      left.notes--
    }
    const { db } = stores[writer % 2] as Store
    for (const names of batches('note', writer, NOTES, POSTED)) {
      await db.transaction().execute(async transaction => {
        const run = await advanceStream(transaction, project.environment.id, 'notes', names.length)
        const notes = names.map((title, index) => ({ title, at: run.instantAt(index) }))
        await sql`
          insert into notes (environment_id, title, record_id, team_id, user_id, created_at, updated_at)
          select ${project.environment.id}, title, '1', ${project.team.id}, ${project.admin.id}, at, at
          from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
            as note (title text, at timestamptz) order by at`.execute(transaction)
      })
      left.notes -= names.length
    }
  }

  const page = async (instance: number, list: List, query: Record<string, string>) => {
    const path = `${base()}/${list.path}?${new URLSearchParams({ limit: '100', ...query })}`
    const { status, body } = await ask(instances[instance] ?? '', 'GET', path, { headers: token })
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return {
      rows: body.data.map(
        (row: Record<string, string>): Seen => ({
          name: row[list.field] ?? '',
          createdAt: row.createdAt ?? '',
        }),
      ) as Seen[],
      hasMore: body.hasMore as boolean,
      nextCursor: body.nextCursor as string,
    }
  }
  /** From the newest row that is there now to the oldest. */
  const walkBack = async (
    instance: number,
    list: List,
    next: (last: { readonly row: Seen; readonly cursor: string }) => Record<string, string>,
  ) => {
    const seen: Seen[] = []
    let query: Record<string, string> = {}
    for (;;) {
      const { rows, hasMore, nextCursor } = await page(instance, list, query)
      seen.push(...rows)
      const row = rows.at(-1)
      if (!hasMore || !row) return seen
      query = next({ row, cursor: nextCursor })
    }
  }
  const byDate = (instance: number, list: List) =>
    walkBack(instance, list, ({ row }) => ({ 'createdAt.lt': row.createdAt }))
  const byCursor = (instance: number, list: List) =>
    walkBack(instance, list, ({ cursor }) => ({ cursor }))

  /** Follows a list from its first row until nothing more is being written. */
  const tail = async (instance: number, list: List) => {
    const seen: Seen[] = []
    let query: Record<string, string> = { order: 'asc' }
    for (;;) {
      const isOver = left['activity-logs'] + left.notes === 0
      const { rows, nextCursor } = await page(instance, list, query)
      seen.push(...rows)
      query = { order: 'asc', cursor: nextCursor }
      if (rows.length === 0 && isOver) return seen
      if (rows.length === 0) await sleep(25)
    }
  }
  const whenHalfIsWritten = async <T>({ path }: List, work: () => Promise<T>) => {
    while (left[path] > (path === 'notes' ? NOTES : LOGS) / 2) await sleep(20)
    return work()
  }

  const stored = async (list: List) => {
    const table = list.path === 'notes' ? 'notes' : 'activity_logs'
    const { rows } = await sql<Seen>`
      select coalesce(${sql.ref(list.field)}, '') as name, created_at as "createdAt" from ${sql.table(table)}
      where environment_id = ${project.environment.id}
      order by ${sql.ref(table === 'notes' ? 'id' : 'seq')}`.execute(service.deps.store.db)
    return rows
  }

  it(`see each of ${LOGS + NOTES} rows exactly once, from seed ${fuzzSeed}`, async () => {
    const writing = Promise.all([...writers.map(writeLogs), ...writers.map(writeNotes)]).catch(
      error => {
        left = { 'activity-logs': 0, notes: 0 }
        throw error
      },
    )
    const walking = Promise.all(
      lists.map(async list => ({
        list,
        tails: await Promise.all([tail(0, list), tail(1, list)]),
      })),
    )
    const early = Promise.all(
      lists.map(list =>
        whenHalfIsWritten(list, () => Promise.all([byDate(0, list), byCursor(1, list)])),
      ),
    )
    const [, walks, earlyWalks] = await Promise.all([writing, walking, early])

    for (const [index, { list, tails }] of walks.entries()) {
      const rows = await stored(list)
      expectIncreasing(rows)
      const named = rows.filter(row => row.name !== '')
      expect(named.map(row => row.name).sort()).toEqual(listNames(list).sort())
      const newestFirst = rows.toReversed()
      for (const seen of tails) expectSame(seen, rows)
      for (const seen of earlyWalks[index] ?? []) {
        const from = newestFirst.findIndex(row => row.createdAt === seen[0]?.createdAt)
        expectSame(seen, newestFirst.slice(from))
      }
      expectSame(await byDate(1, list), newestFirst)
      expectSame(await byCursor(0, list), newestFirst)
    }
    const logs = await stored(lists[0] as List)
    expect(new Set(logs.map(row => row.createdAt.slice(0, 23))).size).toBeLessThan(LOGS)
    expect(
      (await verifyLogs(service.deps.store.db)).flatMap(stream => stream.problem ?? []),
    ).toEqual([])
  }, 900_000)
})

function expectIncreasing(rows: readonly Seen[]): void {
  const late = rows.findIndex(
    (row, index) => index > 0 && row.createdAt <= (rows[index - 1]?.createdAt ?? ''),
  )
  expect(late).toBe(-1)
}

/** Says where two long lists part, rather than printing both. */
function expectSame(seen: readonly Seen[], expected: readonly Seen[]): void {
  const at = expected.findIndex(
    (row, index) => row.name !== seen[index]?.name || row.createdAt !== seen[index]?.createdAt,
  )
  expect({ at, row: seen[at], length: seen.length }).toEqual({
    at: -1,
    row: undefined,
    length: expected.length,
  })
}
