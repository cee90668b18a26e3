import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { useTestProject } from '../../testing/use-test-project.js'
import { MAX_DASHBOARDS } from './change-dashboards.js'

const value = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
const filters = [
  { name: 'currency', label: 'Currency', collectionName: 'orders', fieldName: 'currency' },
]

onAnyStore('dashboards', postgresUrl => {
  const suite = useTestProject('editor', {}, { postgresUrl })

  const sendAs = (
    headers: Record<string, string>,
    method: string,
    path: string,
    body?: unknown,
    teamId = suite.project.team.id,
  ) => {
    const { id, environment } = suite.project
    const place = `/api/projects/${id}/environments/${environment.id}/teams/${teamId}`
    return ask(suite.service.url, method, `${place}/${path}`, { headers, body })
  }
  const send = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    sendAs(
      { ...suite.headers, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
      method,
      path,
      body,
    )
  const addChart = async (name: string, definition: object = value) =>
    (await send('POST', 'charts', { name, definition })).body.id
  const addCard = async (name = 'Orders') => ({
    chartId: await addChart(name),
    width: 6,
    height: 1,
  })
  const findEtag = ({ headers }: Answer) => headers.get('etag') ?? ''
  const signInAs = async (level: 'user' | 'editor') => {
    const person = await suite.seed.member(suite.project, level)
    return { ...person, headers: await suite.seed.session(person.id) }
  }
  const logs = async () =>
    (await listAdminLogs(suite.service.deps.store, suite.project.id)).filter(
      ({ resource }) => resource === 'dashboard',
    )
  const names = async () =>
    (await send('GET', 'dashboards')).body.data.map(({ name }: { name: string }) => name)

  it('are written by editors, read by members, and in the admin log', async () => {
    const content = { name: 'Overview', range: 'last_30_days', filters, cards: [await addCard()] }
    const created = await send('POST', 'dashboards', content)
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        position: 1,
        ...content,
        tag: expect.stringMatching(/^\w{32}$/),
        updatedAt: expect.any(String),
        updatedBy: { id: suite.member.id, name: 'Test User' },
      },
    ])
    const path = `dashboards/${created.body.id}`
    const user = await signInAs('user')
    const read = await sendAs(user.headers, 'GET', path)
    expect([read.body, findEtag(read)]).toEqual([created.body, `"${created.body.tag}"`])
    expect((await sendAs(user.headers, 'GET', 'dashboards')).body).toEqual({ data: [created.body] })
    for (const [method, to] of [
      ['POST', 'dashboards'],
      ['PUT', path],
      ['DELETE', path],
      ['PUT', 'dashboards/order'],
    ] as const) {
      const body = method === 'DELETE' ? undefined : content
      const refused = await sendAs(user.headers, method, to, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    }
    const next = { name: 'Days', range: { from: '2026-01-01', to: '2026-01-31' }, cards: [] }
    const replaced = await send('PUT', path, next, findEtag(read))
    expect(replaced.body).toMatchObject({ id: created.body.id, position: 1, ...next })
    expect(replaced.body).not.toHaveProperty('filters')
    expect((await send('DELETE', path, undefined, findEtag(replaced))).status).toBe(204)
    expect((await send('GET', path)).status).toBe(404)
    const place = {
      team: { object: 'team', name: suite.project.team.name },
      environment: { object: 'environment', name: suite.project.environment.name },
    }
    const entry = { resource: 'dashboard', by: suite.member.id }
    const [before, after] = [content, next].map(one => ({ ...place, ...one }))
    expect(await logs()).toEqual([
      { ...entry, type: 'add', previous: null, next: before },
      { ...entry, type: 'update', previous: before, next: after },
      { ...entry, type: 'remove', previous: after, next: null },
    ])
  })

  it('are not overwritten unseen: a second editor learns who changed them', async () => {
    const { body } = await send('POST', 'dashboards', { name: 'Shared', cards: [] })
    const path = `dashboards/${body.id}`
    expect((await send('PUT', path, { name: 'x', cards: [] })).body.code).toBe('if_match_required')
    const etag = `"${body.tag}"`
    const other = await signInAs('editor')
    const headers = { ...other.headers, 'if-match': etag }
    expect((await sendAs(headers, 'PUT', path, { name: 'Theirs', cards: [] })).status).toBe(200)
    for (const method of ['PUT', 'DELETE']) {
      const sent = method === 'PUT' ? { name: 'Mine', cards: [] } : undefined
      const late = await send(method, path, sent, etag)
      expect([late.status, late.body.code]).toEqual([412, 'dashboard_changed'])
      expect(late.body.message).toMatch(/^Test User changed the dashboard at 20.+ Read it again/)
    }
    expect(await names()).toEqual(['Theirs'])
    // All three begin with the same version: read one by one, a later one could see what an earlier one wrote.
    const current = findEtag(await send('GET', path))
    const results = await Promise.all(
      ['A', 'B', 'C'].map(name => send('PUT', path, { name, cards: [] }, current)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  })

  it('write nothing when nothing changes', async () => {
    const content = { name: 'Same', filters, cards: [await addCard()] }
    const { body } = await send('POST', 'dashboards', content)
    const again = await send('PUT', `dashboards/${body.id}`, content, '*')
    expect([again.body, await logs()]).toEqual([body, [expect.objectContaining({ type: 'add' })]])
  })

  it('are ordered without a change of their tags', async () => {
    const made: { id: number; tag: string }[] = []
    for (const name of ['A', 'B', 'C']) {
      made.push((await send('POST', 'dashboards', { name, cards: [] })).body)
    }
    const [, , last] = made
    const ordered = await send('PUT', 'dashboards/order', { ids: [last?.id, 999_999] })
    expect(ordered.body.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'A', 'B'])
    expect(ordered.body.data[0].tag).toBe(last?.tag)
    expect((await logs()).at(-1)).toMatchObject({
      previous: { order: ['A', 'B', 'C'] },
      next: { order: ['C', 'A', 'B'] },
    })
    expect(await names()).toEqual(['C', 'A', 'B'])
  })

  it.each([
    [{ cards: 1 }, "'cards'"],
    [{ cards: [], colour: 'red' }, "Unknown field 'colour'. Allowed: name, range, filters, cards."],
    [{ cards: [{ chartId: 1, width: 5, height: 1 }] }, "'cards.0.width'"],
    [{ cards: [{ chartId: 1, width: 6, height: 3 }] }, "'cards.0.height'"],
    [{ cards: [{ chartId: 1, width: 6, height: 1, x: 1 }] }, "Unknown field 'cards.0.x'"],
    [{ cards: [], range: 'fortnight' }, 'last_30_days'],
    [{ cards: [], range: { from: '2026-02-01', to: '2026-01-01' } }, 'must not be before from'],
    [{ cards: [], range: { from: '2026-02-30', to: '2026-03-01' } }, 'a day such as 2026-01-31'],
    [{ cards: [], filters: [filters[0], filters[0]] }, 'must have different names'],
    [{ cards: [], filters: [{ ...filters[0], name: 'a b' }] }, 'letters, digits'],
    [{ cards: [], filters: [{ ...filters[0], value: [] }] }, "'filters.0.value'"],
  ])('refuse %j', async (wrong, message) => {
    const { status, body } = await send('POST', 'dashboards', { name: 'Wrong', ...wrong })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(message)
  })

  it('show charts of their team only, which then cannot be deleted', async () => {
    const card = await addCard()
    const content = { name: 'Two', cards: [card, { ...card, chartId: 999_999 }] }
    const unknown = await send('POST', 'dashboards', content)
    expect([unknown.status, unknown.body]).toEqual([
      400,
      {
        code: 'unknown_chart',
        message: "'cards.1.chartId' is 999999, and the team has no such chart in this environment.",
      },
    ])
    const { body } = await send('POST', 'dashboards', { name: 'One', cards: [card] })
    const used = await send('DELETE', `charts/${card.chartId}`)
    expect([used.status, used.body]).toEqual([
      409,
      {
        code: 'chart_in_use',
        message: "The chart is on the dashboard 'One'. Remove its cards first.",
      },
    ])
    await send('DELETE', `dashboards/${body.id}`, undefined, '*')
    expect((await send('DELETE', `charts/${card.chartId}`)).status).toBe(204)
  })

  it(`are at most ${MAX_DASHBOARDS} of a team, with a name of their own`, async () => {
    const row = {
      environment_id: suite.project.environment.id,
      team_id: suite.project.team.id,
      content: '{"cards":[]}',
    }
    const positions = Array.from({ length: MAX_DASHBOARDS - 1 }, (_, index) => index + 1)
    await suite.service.deps.store.db
      .insertInto('dashboards')
      .values(positions.map(position => ({ ...row, position, name: `Number ${position}` })))
      .execute()
    const taken = await send('POST', 'dashboards', { name: 'Number 1', cards: [] })
    expect([taken.status, taken.body.code]).toEqual([409, 'dashboard_name_taken'])
    const results = await Promise.all(
      ['A', 'B'].map(name => send('POST', 'dashboards', { name, cards: [] })),
    )
    expect(results.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [201, undefined],
      [409, 'too_many_dashboards'],
    ])
  })

  it('and charts are hidden from other teams, and the query of a chart from members', async () => {
    const query = 'select count(*) as value from orders'
    const sql = { type: 'Value', query, connectionName: 'main' }
    const id = await addChart('SQL', sql)
    const user = await signInAs('user')
    const digest = createHash('sha256').update(query).digest('hex')
    expect((await sendAs(user.headers, 'GET', 'charts')).body.data).toEqual([
      {
        id,
        name: 'SQL',
        definition: { type: 'Value', queryDigest: digest, connectionName: 'main' },
        updatedAt: expect.any(String),
      },
    ])
    expect((await send('GET', 'charts')).body.data[0].definition).toEqual(sql)
    const { id: abroad } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: suite.project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const path of ['charts', 'dashboards', 'dashboards/1']) {
      const refused = await sendAs(user.headers, 'GET', path, undefined, abroad)
      expect([refused.status, refused.body.code]).toEqual([403, 'not_in_team'])
    }
    expect((await sendAs(suite.headers, 'GET', 'charts', undefined, abroad)).body.data).toEqual([])
  })

  it('have charts that say how their numbers are written', async () => {
    const body = { name: 'Revenue', definition: value, display: { currency: 'EUR', decimals: 0 } }
    const created = await send('POST', 'charts', body)
    expect(created.body).toMatchObject(body)
    const wrong = await send('POST', 'charts', { ...body, display: { colour: 'red' } })
    expect(wrong.body.message).toContain('Allowed: currency, unit, decimals.')
  })
})
