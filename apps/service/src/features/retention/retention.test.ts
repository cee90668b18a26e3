import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { archiveFolder } from '../../logs/archive-files.js'
import { maintain } from '../../maintenance/maintain.js'
import { ask } from '../../testing/ask.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'

describe('retention', () => {
  let service: TestService
  let project: SeededProject
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    headers = await seed.session(project.admin.id)
  })

  const call = (method: string, path: string, body?: unknown) =>
    ask(service.url, method, `/api/projects/${project.id}${path}`, { headers, body })
  const ofEnvironment = () => `/environments/${project.environment.id}/retention`
  const changes = async () => {
    const rows = await service.deps.store.db
      .selectFrom('admin_logs')
      .select(['type', 'resource', 'previous_value', 'new_value', 'username'])
      .where('project_id', '=', project.id)
      .orderBy('seq')
      .execute()
    return rows.map(row => [row.type, row.previous_value, row.new_value])
  }

  it('is for ever until somebody decides otherwise', async () => {
    expect((await call('GET', ofEnvironment())).body).toEqual({ activityLogDays: null })
    expect((await call('GET', '/retention')).body).toEqual({ adminLogDays: null })
  })

  it('is set, changed and ended, and each change is in the admin log', async () => {
    const put = await call('PUT', ofEnvironment(), { activityLogDays: 90 })
    expect([put.status, put.body]).toEqual([200, { activityLogDays: 90 }])
    await call('PUT', ofEnvironment(), { activityLogDays: 90 })
    await call('PUT', ofEnvironment(), { activityLogDays: 30 })
    expect((await call('GET', ofEnvironment())).body).toEqual({ activityLogDays: 30 })
    expect((await call('DELETE', ofEnvironment())).status).toBe(204)
    expect((await call('DELETE', ofEnvironment())).status).toBe(204)
    await call('PUT', '/retention', { adminLogDays: 7 })
    expect((await call('GET', '/retention')).body).toEqual({ adminLogDays: 7 })
    expect((await call('PUT', '/retention', { adminLogDays: null })).body).toEqual({
      adminLogDays: null,
    })
    const environment = { object: 'environment', name: 'Production' }
    expect(await changes()).toEqual([
      ['add', null, { environment, activityLogDays: 90 }],
      ['update', { environment, activityLogDays: 90 }, { environment, activityLogDays: 30 }],
      ['remove', { environment, activityLogDays: 30 }, null],
      ['add', null, { adminLogDays: 7 }],
      ['remove', { adminLogDays: 7 }, null],
    ])
  })

  it.each([
    [{ activityLogDays: 0 }, "'activityLogDays' must be an integer from 1 to 36500, or null."],
    [{ activityLogDays: 1.5 }, "'activityLogDays' must be an int."],
    [{ activityLogDays: 36_501 }, "'activityLogDays' must be an integer from 1 to 36500, or null."],
    [{ activityLogDays: '7' }, "'activityLogDays' must be a number."],
    [{}, "'activityLogDays' is missing."],
    [{ activityLogDays: 1, adminLogDays: 1 }, "Unknown field 'adminLogDays'."],
  ])('refuses %j', async (body, message) => {
    const answer = await call('PUT', ofEnvironment(), body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_body', message }])
    expect(await changes()).toEqual([])
  })

  it.each(['GET', 'PUT', 'DELETE'])('is for admins: %s', async method => {
    const seed = createSeed(service.deps.store)
    headers = await seed.session((await seed.member(project, 'developer')).id)
    const body = method === 'PUT' ? { activityLogDays: 1 } : undefined
    expect((await call(method, ofEnvironment(), body)).body.code).toBe('level_too_low')
  })

  it('does not reach an environment of another project', async () => {
    const other = await createSeed(service.deps.store).project()
    const path = `/environments/${other.environment.id}/retention`
    expect((await call('PUT', path, { activityLogDays: 1 })).status).toBe(404)
  })

  it('lists the archives it led to, page by page', async () => {
    const { db } = service.deps.store
    const moments = ['2024-01', '2024-02', '2024-03'].map(month => `${month}-05T00:00:00.000000Z`)
    await db.transaction().execute(transaction =>
      writeActivityLogs(
        transaction,
        { id: project.environment.id, projectId: project.id },
        moments.map(at => ({ type: 'read', action: 'index', userId: project.admin.id, at })),
      ),
    )
    const expired = (days: number) => call('GET', `${ofEnvironment()}/expired?days=${days}`)
    expect((await expired(30)).body).toEqual({ expiredCount: 3 })
    expect((await expired(36_500)).body).toEqual({ expiredCount: 0 })
    expect((await expired(0)).body.message).toBe("'days' must be an integer from 1 to 36500.")
    expect((await call('GET', '/retention/expired?days=1')).body).toEqual({ expiredCount: 0 })
    await call('PUT', ofEnvironment(), { activityLogDays: 30 })
    await maintain(service.deps)
    expect((await expired(30)).body).toEqual({ expiredCount: 0 })
    const path = `/environments/${project.environment.id}/archives`
    const first = await call('GET', `${path}?limit=2`)
    expect(first.body).toMatchObject({ hasMore: true, data: [{ firstSeq: 1 }, { firstSeq: 2 }] })
    const rest = await call('GET', `${path}?limit=2&cursor=${first.body.nextCursor}`)
    expect(rest.body).toEqual({
      hasMore: false,
      nextCursor: null,
      data: [
        {
          id: expect.any(Number),
          fileName: `activity_logs-${project.environment.id}-3-3.ndjson.gz`,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          sizeBytes: expect.any(Number),
          rowCount: 1,
          firstSeq: 3,
          lastSeq: 3,
          firstAt: moments[2],
          lastAt: moments[2],
          createdAt: expect.any(String),
        },
      ],
    })
    expect((await call('GET', '/archives')).body.data).toEqual([])
    await rm(join(archiveFolder(service.deps.config), rest.body.data[0].fileName))
    const last = await call('GET', `${path}?cursor=${first.body.nextCursor}`)
    expect(last.body.data).toMatchObject([{ sizeBytes: null }])
  })
})
