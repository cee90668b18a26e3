import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { prune } from '../../maintenance/prune.js'
import { permissionLevels } from '../../store/schema.js'
import { createJobsClient, type JobsClient } from '../../testing/jobs-client.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe('jobs', () => {
  let service: TestService
  let project: SeededProject
  let client: JobsClient

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    client = createJobsClient(service.url, project, await seed.session(project.admin.id))
  })

  it('have another time limit when somebody asks for one', async () => {
    const { body } = await client.start({ kind: 'verify-logs', timeoutSeconds: 86_400 })
    expect(body.timeoutSeconds).toBe(86_400)
    await client.hasEnded(body.id)
  })

  it.each([
    [{}, "'kind' must be one of 'verify-logs', 'apply-retention'."],
    [{ kind: 'nonsense' }, "'kind' must be one of 'verify-logs', 'apply-retention'."],
    [
      { kind: 'verify-logs', timeoutSeconds: 0 },
      "'timeoutSeconds' must be an integer from 1 to 86400.",
    ],
    [{ kind: 'verify-logs', parameters: { nonsense: 1 } }, "Unknown field 'parameters.nonsense'."],
    [{ kind: 'apply-retention', parameters: { expect: [] } }, "Unknown field 'parameters.expect'."],
    [
      { kind: 'verify-logs', parameters: { expect: ['admin_logs:1'] } },
      "'parameters.expect.0' must be KIND:OWNER:SEQ:HASH, as printed by a report, with KIND activity_logs or admin_logs.",
    ],
  ])('are refused with the reason: %j', async (body, message) => {
    const answer = await client.start(body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_body', message }])
  })

  it('may be waited for up to 30 seconds', async () => {
    const { status, body } = await client.show(1, '?wait=31')
    expect([status, body.message]).toEqual([400, "'wait' must be an integer from 0 to 30."])
  })

  it('are answered as they are when the wait is over, or was not needed', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into jobs (project_id, kind, parameters, timeout_seconds, deadline)
      values (${project.id}, 'of a later version', '{}', 60, clock_timestamp() + interval '1 day')
      returning id`.execute(service.deps.store.db)
    const id = rows[0]?.id ?? 0
    for (const query of ['?wait=1', '?wait=30&status=running', '']) {
      const { headers, body } = await client.show(id, query)
      expect([body.status, headers.get('retry-after')]).toEqual(['queued', '2'])
    }
  })

  it('of another project are like none', async () => {
    const { id } = await client.run({ kind: 'verify-logs' })
    const seed = createSeed(service.deps.store)
    const other = await seed.project()
    const stranger = createJobsClient(service.url, other, await seed.session(other.admin.id))
    for (const answer of [await stranger.show(id), await stranger.cancel(id)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
    expect((await stranger.list()).body.data).toEqual([])
    const uninvited = createJobsClient(service.url, project, await seed.session(other.admin.id))
    expect((await uninvited.show(id)).status).toBe(404)
  })

  it('are for admins alone', async () => {
    const { id } = await client.run({ kind: 'verify-logs' })
    const seed = createSeed(service.deps.store)
    for (const level of permissionLevels.filter(one => one !== 'admin')) {
      const member = await seed.member(project, level)
      const low = createJobsClient(service.url, project, await seed.session(member.id))
      const answers = [
        await low.start({ kind: 'verify-logs' }),
        await low.list(),
        await low.show(id),
        await low.cancel(id),
      ]
      for (const { status, body } of answers) {
        expect([level, status, body.code]).toEqual([level, 403, 'level_too_low'])
      }
    }
  })

  it('are listed page by page, the newest first, without their results', async () => {
    const ids: number[] = []
    for (let index = 0; index < 3; index++)
      ids.unshift((await client.run({ kind: 'verify-logs' })).id)
    const first = (await client.list('?limit=2')).body
    const second = (await client.list(`?limit=2&cursor=${first.nextCursor}`)).body
    const listed = [...first.data, ...second.data]
    expect(listed.map(job => job.id)).toEqual(ids)
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect(listed[0]).not.toHaveProperty('result')
  })

  it('are started once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one' }
    const [first, second] = await Promise.all([
      client.start({ kind: 'verify-logs' }, key),
      client.start({ kind: 'verify-logs' }, key),
    ])
    expect([first.status, second.status, second.body.id]).toEqual([202, 202, first.body.id])
    const replays = [first, second].map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replays.sort()).toEqual(['true', null].sort())
    const other = await client.start({ kind: 'verify-logs', timeoutSeconds: 5 }, key)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    await client.hasEnded(first.body.id)
  })

  it('are in the admin logs', async () => {
    const parameters = { archives: true }
    const { id } = await client.run({ kind: 'verify-logs', parameters, timeoutSeconds: 60 })
    expect(await listAdminLogs(service.deps.store, project.id)).toEqual([
      {
        type: 'add',
        resource: 'job',
        by: project.admin.id,
        previous: null,
        next: { object: 'job', id, kind: 'verify-logs', parameters, timeoutSeconds: 60 },
      },
    ])
  })

  it('are forgotten thirty days after their end', async () => {
    const [old, recent] = [
      await client.run({ kind: 'verify-logs' }),
      await client.run({ kind: 'verify-logs' }),
    ]
    const age = (id: number, days: number) =>
      sql`update jobs set finished_at = finished_at - ${days} * interval '1 day'
        where id = ${id}`.execute(service.deps.store.db)
    await age(old.id, 31)
    await age(recent.id, 29)
    await prune(service.deps.store.db)
    expect((await client.show(old.id)).status).toBe(404)
    expect((await client.show(recent.id)).status).toBe(200)
  })
})
