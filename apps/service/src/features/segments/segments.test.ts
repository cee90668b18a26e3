import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { adminLogsOf } from '../../testing/admin-logs-of.js'
import { ask } from '../../testing/ask.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const paid = {
  name: 'Paid',
  collectionName: 'orders',
  connectionName: 'main',
  query: "SELECT id FROM orders WHERE note <> 'a;b' -- paid; or so\n",
}

describe('SQL segments', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let editor: { readonly id: number }
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await seed.project()
    editor = await seed.member(project, 'editor')
    headers = await seed.session(editor.id)
  })

  const send = (method: string, path = '', body?: unknown, team = project.team.id) =>
    ask(
      service.url,
      method,
      `/api/projects/${project.id}/environments/${project.environment.id}/teams/${team}/segments${path}`,
      { headers, body },
    )
  const lastLog = async () => (await adminLogsOf(service.deps.store, project.id)).at(-1)
  const logged = (segment: object) => ({
    team: { object: 'team', name: 'Operations' },
    environment: { object: 'environment', name: 'Production' },
    ...segment,
  })

  it('are made, listed, replaced and deleted by an editor, and each change is logged', async () => {
    const created = await send('POST', '', paid)
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.any(Number), ...paid, updatedAt: expect.any(String) },
    ])
    const { id } = created.body
    expect((await send('GET')).body).toEqual({ data: [created.body] })
    const by = editor.id
    const resource = 'segment'
    expect(await lastLog()).toEqual({
      type: 'add',
      resource,
      by,
      previous: null,
      next: logged(paid),
    })

    const other = { ...paid, name: 'All', query: 'with x as (select 1) select id from orders;' }
    const replaced = await send('PUT', `/${id}`, other)
    expect([replaced.status, replaced.body]).toMatchObject([200, { id, ...other }])
    expect(await lastLog()).toEqual({
      type: 'update',
      resource,
      by,
      previous: logged(paid),
      next: logged(other),
    })
    const count = (await adminLogsOf(service.deps.store, project.id)).length
    expect((await send('PUT', `/${id}`, other)).body).toEqual(replaced.body)
    expect(await adminLogsOf(service.deps.store, project.id)).toHaveLength(count)

    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    expect((await send('GET')).body).toEqual({ data: [] })
    expect(await lastLog()).toMatchObject({ type: 'remove', previous: logged(other), next: null })
    for (const method of ['PUT', 'DELETE']) {
      expect((await send(method, `/${id}`, paid)).status).toBe(404)
    }
  })

  it('share a name only across collections and teams', async () => {
    expect((await send('POST', '', paid)).status).toBe(201)
    const taken = await send('POST', '', { ...paid, query: 'select 1' })
    expect([taken.status, taken.body.code]).toEqual([409, 'segment_name_taken'])
    expect((await send('POST', '', { ...paid, collectionName: 'customers' })).status).toBe(201)
    const { id } = await service.deps.store.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await send('POST', '', paid, id)).status).toBe(201)
    expect((await send('GET', '', undefined, id)).body.data).toHaveLength(1)
  })

  it.each([
    ['', 'must be one statement'],
    ['delete from orders', 'must be one statement'],
    ['select 1; select 2', 'must be one statement'],
    ["select ';' ; drop table orders", 'must be one statement'],
    ['/* select */ update orders set x = 1', 'must be one statement'],
    ['selection', 'must be one statement'],
    ['select \0', 'must not have NUL characters'],
    [`select ${'x'.repeat(20_000)}`, 'must have at most 20000 characters'],
  ])('refuse the query %j', async (query, rule) => {
    const { status, body } = await send('POST', '', { ...paid, query })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(`'query' ${rule}`)
  })

  it('are not for those below an editor', async () => {
    headers = await seed.session((await seed.member(project, 'manager')).id)
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      const { status, body } = await send(method, path, method === 'GET' ? undefined : paid)
      expect([status, body.code]).toEqual([403, 'level_too_low'])
    }
  })
})
