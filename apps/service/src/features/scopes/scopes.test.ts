import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const region = { field: 'region', operator: 'equal', value: '{{currentUser.tags.region}}' }
const mine = {
  aggregator: 'or',
  conditions: [
    { field: 'owner', operator: 'equal', value: '{{currentUser.email}}' },
    { field: 'note', operator: 'contains', value: '{{currentUser.team.name}}-{{currentUser.id}}' },
    { field: 'closed_at', operator: 'missing' },
  ],
}

describe('scopes', () => {
  const suite = useTestProject()

  const send = (method: string, collection = '', body?: unknown, ifMatch?: string) => {
    const { id, environment, team } = suite.project
    const path = `/api/projects/${id}/environments/${environment.id}/teams/${team.id}/scopes`
    const name = collection && `/${encodeURIComponent(collection)}`
    const headers = { ...suite.headers, ...(ifMatch && { 'if-match': ifMatch }) }
    return ask(suite.service.url, method, path + name, { headers, body })
  }
  const logs = () => listAdminLogs(suite.service.deps.store, suite.project.id)

  it('are set, changed and removed, and each step is logged', async () => {
    expect((await send('GET', 'orders')).status).toBe(404)
    const set = await send('PUT', 'orders', { condition: region })
    expect([set.status, set.body]).toEqual([
      200,
      {
        collectionName: 'orders',
        condition: region,
        updatedAt: expect.any(String),
        tag: expect.any(String),
      },
    ])
    expect((await send('GET', 'orders')).body).toEqual(set.body)
    await send('PUT', 'orders', { condition: mine })
    await send('PUT', 'orders', { condition: mine })
    await send('PUT', 'customers', { condition: region })
    const { data } = (await send('GET')).body
    expect(data.map((one: { collectionName: string }) => one.collectionName)).toEqual([
      'customers',
      'orders',
    ])
    expect((await send('DELETE', 'orders')).status).toBe(204)
    expect((await send('DELETE', 'orders')).status).toBe(404)
    const value = (name: string, condition: object) => ({
      team: { object: 'team', name: 'Operations' },
      environment: { object: 'environment', name: 'Production' },
      collection: { object: 'collection', name },
      condition,
    })
    const common = { resource: 'scope', by: suite.project.admin.id }
    expect(await logs()).toEqual([
      { ...common, type: 'add', previous: null, next: value('orders', region) },
      { ...common, type: 'update', previous: value('orders', region), next: value('orders', mine) },
      { ...common, type: 'add', previous: null, next: value('customers', region) },
      { ...common, type: 'remove', previous: value('orders', mine), next: null },
    ])
  })

  it('that somebody changed in the meantime are not overwritten', async () => {
    const { body: first } = await send('PUT', 'orders', { condition: region }, '"none"')
    const second = await send('PUT', 'orders', { condition: mine }, `"${first.tag}"`)
    expect(second.status).toBe(200)
    for (const tag of ['none', first.tag]) {
      const late = await send('PUT', 'orders', { condition: region }, `"${tag}"`)
      expect([late.status, late.body.code]).toEqual([412, 'scope_changed'])
      expect(late.body.message).toContain(second.body.updatedAt)
      expect((await send('DELETE', 'orders', undefined, `"${tag}"`)).status).toBe(412)
    }
    expect((await send('GET', 'orders')).body).toEqual(second.body)
    expect((await send('DELETE', 'orders', undefined, `"${second.body.tag}"`)).status).toBe(204)
    const removed = await send('PUT', 'orders', { condition: mine }, `"${second.body.tag}"`)
    expect([removed.status, removed.body.message]).toEqual([
      412,
      'The scope was removed in the meantime. Read it again, then repeat your change.',
    ])
  })

  it.each(['public/orders', 'Größe 50 %', 'a b'])('take the collection name %j', async name => {
    const { body } = await send('PUT', name, { condition: region })
    expect(body.collectionName).toBe(name)
    expect((await send('GET', name)).status).toBe(200)
  })

  it.each(['a\0b', 'x'.repeat(256), 'line\nbreak'])('refuse the collection name %j', async name => {
    const { status, body } = await send('PUT', name, { condition: region })
    expect([status, body.code]).toEqual([400, 'invalid_parameter'])
    expect(body.message).toMatch(/^'collectionName' must /)
  })

  it.each([
    '{{currentUser.id}}',
    '{{currentUser.email}}',
    '{{currentUser.permissionLevel}}',
    '{{currentUser.roleId}}',
    '{{currentUser.tags.cost-center.2}}',
    '{{currentUser.team.id}}',
    'no variable } } { {',
  ])('know the variables of %j', async value => {
    const condition = { field: 'a', operator: 'equal', value }
    expect((await send('PUT', 'orders', { condition })).status).toBe(200)
  })

  it.each([
    ['{{currentUser.password}}', 'currentUser.password'],
    ['{{currentUser.firstName}}', 'currentUser.firstName'],
    ['{{currentUser.id}} {{currentUser.lastName}}', 'currentUser.lastName'],
    ['{{currentUser.fullName}}', 'currentUser.fullName'],
    ['{{currentUser.username}}', 'currentUser.username'],
    ['{{ currentUser.id }}', ' currentUser.id '],
    ['{{currentUser.id}} and {{other}}', 'other'],
    ['{{currentUser.tags.}}', 'currentUser.tags.'],
    ['{{currentUser.id', 'currentUser.id'],
    ['{{}}', ''],
    ['{{{{currentUser.id}}}}', ''],
  ])('refuse %j, naming the variable and those allowed', async (value, variable) => {
    const condition = { aggregator: 'and', conditions: [{ field: 'a', operator: 'equal', value }] }
    const { status, body } = await send('PUT', 'orders', { condition })
    expect([status, body]).toEqual([
      400,
      {
        code: 'invalid_body',
        message: `'condition' must not contain the user variable '${variable}'. Allowed: {{currentUser.id|email|permissionLevel|roleId}}, {{currentUser.tags.<tag>}}, {{currentUser.team.id|name}}.`,
      },
    ])
    expect(await logs()).toEqual([])
  })

  it.each([
    [
      { field: 'a', operator: 'in', value: ['{{currentUser.id}}'] },
      "'condition' must not contain user variables inside a list.",
    ],
    [{ field: 'a', operator: 'present', source: 'input' }, "Unknown field 'condition.source'."],
    [
      { field: 'a', operator: 'equal' },
      "'condition.value' must be given, except for operators that take none.",
    ],
  ])('refuse the condition %j', async (condition, message) => {
    const { status, body } = await send('PUT', 'orders', { condition })
    expect([status, body.message]).toEqual([400, message])
  })

  it('of a team of another project are answered like those of a team that does not exist', async () => {
    const foreign = await suite.seed.project()
    const path = (teamId: number) =>
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/teams/${teamId}/scopes`
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/orders'],
      ['PUT', '/orders'],
      ['DELETE', '/orders'],
    ] as const) {
      const body = method === 'PUT' ? { condition: region } : undefined
      const [first, second] = await Promise.all(
        [foreign.team.id, 999_999_999].map(id =>
          ask(suite.service.url, method, path(id) + suffix, { headers: suite.headers, body }),
        ),
      )
      expect([first?.status, first?.body]).toEqual([404, second?.body])
    }
  })
})
