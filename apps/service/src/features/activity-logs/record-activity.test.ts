import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyLogs } from '../../logs/verify-logs.js'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import type { RecordActivity } from './record-activity.js'

onAnyStore('the activity of a record', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let clerk: SeededUser
  let asClerk: Record<string, string>
  let asAdmin: Record<string, string>
  let written = 0

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    clerk = await seed.member(project, 'user')
    asClerk = await seed.session(clerk.id)
    asAdmin = await seed.session(project.admin.id)
    await setRights({ orders: { read: true } })
  })

  async function setRights(collections: object, defaults: object = {}) {
    const rights = JSON.stringify({ defaults, collections })
    await service.deps.store.db
      .insertInto('role_rights')
      .values({ environment_id: project.environment.id, role_id: project.role.id, rights })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'role_id']).doUpdateSet({ rights }),
      )
      .execute()
  }

  /** Writes entries as an agent does. */
  async function write(...entries: readonly object[]) {
    const { status, body } = await ask(service.url, 'POST', '/agent-api/activity-logs', {
      headers: { 'service-secret-key': project.environment.secret },
      body: {
        entries: entries.map(entry => {
          written += 1
          const key = `key-${written}`
          return { key, type: 'write', action: 'update', userId: clerk.id, ...about, ...entry }
        }),
      },
    })
    expect([status, body.refused ?? []]).toEqual([status < 300 ? status : 0, []])
  }
  const about = { collectionName: 'orders', recordIds: ['1'] }

  const send = (query = '', headers = asClerk, record = 'orders/1') => {
    const { id, environment } = project
    const path = `/api/projects/${id}/environments/${environment.id}/records/${record}/activity${query}`
    return ask(service.url, 'GET', path, { headers })
  }
  const labels = async (...args: Parameters<typeof send>) => {
    const { status, body } = await send(...args)
    expect([status, body]).toEqual([200, body])
    return (body.data as RecordActivity[]).map(({ label }) => label)
  }

  it('has what was written about it, the latest to happen first, and nothing about others', async () => {
    await write(
      { label: 'second', occurredAt: '2026-03-02T10:00:00.000Z', correlationKey: 'request-2' },
      { label: 'other record', recordIds: ['2'] },
      { label: 'other collection', collectionName: 'customers' },
      { label: 'no collection', collectionName: undefined },
      { label: 'no record', recordIds: undefined },
      { label: 'read', type: 'read', action: 'read' },
    )
    await write({ label: 'first', occurredAt: '2026-03-01T10:00:00.000Z' })
    await write({
      label: 'third',
      action: 'action',
      recordIds: ['7', '1', '8'],
      occurredAt: '2026-03-03T10:00:00.000Z',
    })
    const { body } = await send()
    expect(body).toMatchObject({ hasMore: false, nextCursor: expect.any(String) })
    expect(body.data).toMatchObject([
      { label: 'third', action: 'action', recordCount: 3 },
      {
        object: 'recordActivity',
        id: expect.any(String),
        type: 'write',
        action: 'update',
        label: 'second',
        recordCount: 1,
        occurredAt: '2026-03-02T10:00:00.000000Z',
        user: { id: clerk.id, username: clerk.username },
        team: { name: 'Operations' },
        correlationKey: 'request-2',
      },
      { label: 'first' },
    ])
    expect(JSON.stringify(body)).not.toMatch(/"7"|"8"|recordIds/)
  })

  it('has the notes on the record and what was decided about it', async () => {
    const { id, environment } = project
    const base = `/api/projects/${id}/environments/${environment.id}`
    const note = { title: 'A', content: 'B', recordId: '1', collectionName: 'orders' }
    await ask(service.url, 'POST', `${base}/notes`, { headers: asClerk, body: note })
    const Refund = { trigger: true, requireApproval: true, approve: true, selfApprove: true }
    await setRights({ orders: { read: true, actions: { Refund } } })
    const request = { collectionName: 'orders', actionName: 'Refund', recordIds: ['3', '1'] }
    const asked = await ask(service.url, 'POST', `${base}/approvals`, {
      headers: asClerk,
      body: { ...request, inputs: [] },
    })
    await ask(service.url, 'POST', `${base}/approvals/${asked.body.id}/approve`, {
      headers: asAdmin,
      body: {},
    })
    const { body } = await send()
    expect(body.data.map(({ action, label }: RecordActivity) => [action, label])).toEqual([
      ['approveApproval', 'Refund'],
      ['createApproval', 'Refund'],
      ['createNote', undefined],
    ])
  })

  it('is paged without gaps or repeats, also where entries happened at one instant', async () => {
    const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`
    const entries = Array.from({ length: 30 }, (_, index) => ({
      label: String(index),
      occurredAt: at(index % 7),
      recordIds: index % 3 === 0 ? ['9', '1'] : ['1'],
    }))
    await write(...entries)
    const all = await labels('?limit=100')
    expect(new Set(all).size).toBe(30)
    const seen: unknown[] = []
    let cursor = ''
    for (;;) {
      const { body } = await send(`?limit=4${cursor}`)
      seen.push(...body.data.map(({ label }: RecordActivity) => label))
      // What happens meanwhile does not shift the pages.
      await write({ label: 'later' })
      if (!body.hasMore) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(seen).toEqual(all)
  })

  it('is for members whose role may read the collection, and no longer when it lost the right', async () => {
    await write({ label: 'x' })
    const statuses = async () => {
      const answers = await Promise.all([send(), send('', asAdmin)])
      return answers.map(({ status, body }) => [status, body.code])
    }
    expect(await statuses()).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const refused = [403, 'collection_not_readable']
    await setRights({ orders: { browse: true, edit: true } }, { read: true })
    expect(await statuses()).toEqual([refused, refused])
    await setRights({ customers: { read: true } }, { read: false })
    expect(await statuses()).toEqual([refused, refused])
    await setRights({}, { read: true })
    expect((await statuses())[0]).toEqual([200, undefined])
    expect((await send('', asClerk, 'constructor/1')).status).toBe(200)
    const outsider = await createSeed(service.deps.store).user()
    const headers = await createSeed(service.deps.store).session(outsider.id)
    expect((await send('', headers)).status).toBe(404)
    expect((await send('', {})).status).toBe(401)
  })

  it('is open to all members when the rights of the environment are', async () => {
    await setRights({})
    await service.deps.store.db
      .updateTable('environments')
      .set({ rights: 'open' })
      .where('id', '=', project.environment.id)
      .execute()
    expect(await labels()).toEqual([])
  })

  it('shows reads to admins only', async () => {
    await write(
      { label: 'a', type: 'read', action: 'read', occurredAt: '2026-03-02T10:00:00.000Z' },
      { label: 'b', type: 'read', action: 'read', occurredAt: '2026-03-01T10:00:00.000Z' },
      { label: 'c' },
    )
    expect((await send('?type=read')).body.code).toBe('admins_only')
    expect(await labels('?type=read', asAdmin)).toEqual(['a', 'b'])
    expect(await labels('?type=write', asAdmin)).toEqual(['c'])
    const first = await send('?type=read&limit=1', asAdmin)
    const next = `?type=read&limit=1&cursor=${first.body.nextCursor}`
    expect(await labels(next, asAdmin)).toEqual(['b'])
  })

  it('says what is wrong with a parameter', async () => {
    const { body } = await send('?limit=1')
    const cases = [
      ['?limit=0', "'limit' must be an integer from 1 to 100."],
      ['?limit=101', "'limit' must be an integer from 1 to 100."],
      ['?type=all', "'type' must be one of read, write."],
      ['?cursor=x', "'cursor' must be a nextCursor of this list, unchanged."],
      [`?cursor=${body.nextCursor.slice(0, -2)}`, "'cursor' must be a nextCursor of this list"],
    ] as const
    for (const [query, message] of cases) {
      const answer = await send(query)
      expect([query, answer.status, answer.body.message]).toEqual([
        query,
        400,
        expect.stringContaining(message),
      ])
    }
    expect(await labels(`?cursor=${body.nextCursor}`)).toEqual([])
  })

  it('keeps the hash chain, which covers the key of the request', async () => {
    await write({ correlationKey: 'request-1' }, {})
    const owners = [{ kind: 'activity_logs' as const, ownerId: project.environment.id }]
    const { db } = service.deps.store
    expect((await verifyLogs(db, { owners }))[0]).not.toHaveProperty('problem')
    await db
      .updateTable('activity_logs')
      .set({ correlation_key: 'request-2' })
      .where('environment_id', '=', project.environment.id)
      .where('correlation_key', '=', 'request-1')
      .execute()
    expect((await verifyLogs(db, { owners }))[0]).toHaveProperty('problem')
  })
})
