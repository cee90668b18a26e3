import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const paid = {
  name: 'Paid',
  collectionName: 'orders',
  connectionName: 'main',
  query: "SELECT id FROM orders WHERE note <> 'a;b' -- paid; or so\n",
}

describe('SQL segments', () => {
  const suite = useTestProject('editor')

  const send = (method: string, path = '', body?: unknown, team = suite.project.team.id) =>
    ask(
      suite.service.url,
      method,
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/teams/${team}/segments${path}`,
      { headers: suite.headers, body },
    )
  const lastLog = async () =>
    (await listAdminLogs(suite.service.deps.store, suite.project.id)).at(-1)
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
    const by = suite.member.id
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
    const count = (await listAdminLogs(suite.service.deps.store, suite.project.id)).length
    expect((await send('PUT', `/${id}`, other)).body).toEqual(replaced.body)
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toHaveLength(count)

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
    const { id } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: suite.project.id, name: 'Abroad' })
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
    ['select \0', 'must not contain NUL characters'],
    [`select ${'x'.repeat(20_000)}`, 'must have at most 20000 characters'],
  ])('refuse the query %j', async (query, rule) => {
    const { status, body } = await send('POST', '', { ...paid, query })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(`'query' ${rule}`)
  })

  it('are changed by nobody below an editor', async () => {
    suite.headers = await suite.seed.session((await suite.seed.member(suite.project, 'manager')).id)
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      const { status, body } = await send(method, path, paid)
      expect([status, body.code]).toEqual([403, 'level_too_low'])
    }
  })

  it('are listed to members of the team without the query, and to nobody of another team', async () => {
    const { body: created } = await send('POST', '', paid)
    const { query, ...listed } = created
    suite.headers = await suite.seed.session((await suite.seed.member(suite.project, 'manager')).id)
    expect((await send('GET')).body).toEqual({ data: [listed] })
    const { id } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: suite.project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { status, body } = await send('GET', '', undefined, id)
    expect([status, body.code]).toEqual([403, 'not_in_team'])
    suite.headers = await suite.seed.session((await suite.seed.member(suite.project, 'editor')).id)
    expect((await send('GET')).body).toEqual({ data: [created] })
    expect((await send('GET', '', undefined, id)).body).toEqual({ data: [] })
  })
})
