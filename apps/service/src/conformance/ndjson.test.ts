import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../testing/ask.js'
import { expectedLists, type ListCase } from '../testing/expected-lists.js'
import { createListWorld, type ListWorld } from '../testing/list-world.js'
import { onAnyStore } from '../testing/on-each-store.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const MANY = 2345

onAnyStore('NDJSON', postgresUrl => {
  let service: TestService
  let world: ListWorld
  let lists: readonly ListCase<unknown>[]

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    world = await createListWorld(service.deps.store)
    lists = expectedLists(world)
  })
  afterAll(() => service?.stop())

  const request = (path: string, more: Record<string, string> = {}) =>
    fetch(service.url + path, {
      headers: { ...world.headers, accept: 'application/x-ndjson', ...more },
    })
  const parse = (text: string) =>
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))

  describe.each(['notes', 'activity-logs', 'admin-logs'])('of %s', name => {
    const find = () => lists.find(list => list.name === name) as ListCase<unknown>
    const oldestFirst = () => find().rows.map(find().toItem)

    it('holds every matching row, one per line, in the order asked for', async () => {
      const response = await request(find().path)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/x-ndjson',
      ])
      for (const header of ['request-id', 'x-ratelimit-remaining', 'ratelimit', 'cache-control']) {
        expect(response.headers.get(header)).not.toBeNull()
      }
      const text = await response.text()
      expect(text.endsWith('}\n')).toBe(true)
      expect(parse(text)).toEqual(oldestFirst().reverse())
      const ascending = await request(`${find().path}?order=asc&createdAt.gte=2026-02-01T08:30Z`)
      expect(parse(await ascending.text())).toEqual(oldestFirst())
    })

    it('goes on after a cursor, and ends at a limit above a hundred too', async () => {
      const page = await ask(service.url, 'GET', `${find().path}?order=asc&limit=5`, world)
      const cursor = page.body.nextCursor
      const rest = await request(`${find().path}?cursor=${cursor}`)
      expect(parse(await rest.text())).toEqual(oldestFirst().slice(5))
      const some = await request(`${find().path}?cursor=${cursor}&limit=150`)
      expect(parse(await some.text())).toEqual(oldestFirst().slice(5, 155))
    })

    it('is empty when nothing matches', async () => {
      const response = await request(`${find().path}?userId=999999999`)
      expect([response.status, await response.text()]).toEqual([200, ''])
    })

    it('answers an error as JSON', async () => {
      const response = await request(`${find().path}?limit=0`)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        400,
        'application/json; charset=utf-8',
      ])
      expect(await response.json()).toEqual({
        code: 'invalid_parameter',
        message: "'limit' must be an integer from 1 to 100.",
      })
      const cursor = await request(`${find().path}?cursor=x`)
      expect(cursor.status).toBe(400)
    })
  })

  it('joins pages without a gap or a repeat', async () => {
    await writeMany()
    for (const order of ['asc', 'desc']) {
      const response = await request(`${stagingPath()}?createdAt.gte=2027&order=${order}`)
      const labels = parse(await response.text()).map(item => Number(item.label))
      const expected = Array.from({ length: MANY }, (_, index) => index + 1)
      expect(labels).toEqual(order === 'asc' ? expected : expected.reverse())
    }
    const exact = await request(`${stagingPath()}?createdAt.gte=2027&limit=2000`)
    expect(parse(await exact.text())).toHaveLength(2000)
  })

  it('breaks off when the store fails on the way, so that the client notices', async () => {
    const { db } = service.deps.store
    const real = db.executeQuery
    let pages = 0
    db.executeQuery = ((query: Parameters<typeof real>[0]) => {
      if ('sql' in query && query.sql.includes('from activity_logs') && ++pages === 2) {
        return Promise.reject(new Error('the store failed'))
      }
      return real.call(db, query)
    }) as typeof real
    try {
      const response = await request(`${stagingPath()}?createdAt.gte=2027`)
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow()
    } finally {
      db.executeQuery = real
    }
    expect((await request(`${stagingPath()}?limit=1`)).status).toBe(200)
  })

  const stagingPath = () =>
    `/v1/project/${encodeURIComponent(world.project.name)}/environment/Staging/activity-logs`

  const writeMany = () =>
    sql`
      insert into activity_logs (environment_id, created_at, seq, type, action, label, user_id,
        username, user_email, team_name, hash)
      select ${world.staging.id}, timestamptz '2027-01-01' + number * interval '1 microsecond',
        100000 + number, 'read', 'index', number::text, 1, 'auditor', 'auditor@example.com',
        'Operations', ''
      from generate_series(1, ${MANY}::int) number`.execute(service.deps.store.db)
})
