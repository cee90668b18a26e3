import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const orders = { sourceCollectionName: 'orders', aggregator: 'Count' }
const filter = { field: 'status', operator: 'equal', value: 'paid' }

describe('charts', () => {
  const suite = useTestProject('editor')

  const send = (method: string, path = '', body?: unknown) =>
    ask(
      suite.service.url,
      method,
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/teams/${suite.project.team.id}/charts${path}`,
      { headers: suite.headers, body },
    )

  it.each([
    { type: 'Value', ...orders },
    { type: 'Value', ...orders, aggregator: 'Sum', aggregateFieldName: 'total', filter },
    { type: 'Value', ...orders, filter: { aggregator: 'and', conditions: [filter] } },
    { type: 'Objective', ...orders, objective: 200 },
    { type: 'Objective', ...orders, objective: '{{record.goal}}' },
    { type: 'Pie', ...orders, groupByFieldName: 'status' },
    { type: 'Line', ...orders, groupByFieldName: 'created_at', timeRange: 'Week' },
    {
      type: 'Leaderboard',
      ...orders,
      labelFieldName: 'name',
      relationshipFieldName: 'items',
      limit: 5,
    },
    { type: 'Percentage', numeratorChartId: '1', denominatorChartId: '2' },
    { type: 'Line', query: 'select day as key, count(*) as value from x', connectionName: 'main' },
    { type: 'Value', apiRoute: '/_charts/revenue' },
    { type: 'Smart', smartRoute: '/map' },
  ])('take %j, list it as it is, and log it', async definition => {
    const created = await send('POST', '', { name: 'Chart', definition })
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Chart', definition, updatedAt: expect.any(String) },
    ])
    expect((await send('GET')).body).toEqual({ data: [created.body] })
    const [log] = (await listAdminLogs(suite.service.deps.store, suite.project.id)).slice(-1)
    expect(log).toMatchObject({
      type: 'add',
      resource: 'chart',
      next: { name: 'Chart', definition },
    })
  })

  it.each([
    {},
    { type: 'Bubble', ...orders },
    { type: 'Value', ...orders, aggregator: 'Median' },
    { type: 'Value', ...orders, colour: 'red' },
    { type: 'Objective', ...orders },
    { type: 'Pie', ...orders },
    { type: 'Line', ...orders, groupByFieldName: 'created_at', timeRange: 'Decade' },
    { type: 'Leaderboard', ...orders, labelFieldName: 'name' },
    { type: 'Leaderboard', ...orders, labelFieldName: 'a', relationshipFieldName: 'b', limit: 0 },
    { type: 'Value', ...orders, filter: { field: 'status' } },
    { type: 'Value', query: 'delete from orders', connectionName: 'main' },
    { type: 'Value', query: 'select 1' },
    { type: 'Percentage', numeratorChartId: '1' },
  ])('refuse %j and say where it is wrong', async definition => {
    const { status, body } = await send('POST', '', { name: 'Chart', definition })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain('definition')
    expect((await send('GET')).body).toEqual({ data: [] })
  })

  it('are replaced and deleted, and have one name each', async () => {
    const value = { name: 'One', definition: { type: 'Value', ...orders } }
    const { id } = (await send('POST', '', value)).body
    await send('POST', '', { ...value, name: 'Two' })
    const taken = await send('PUT', `/${id}`, { ...value, name: 'Two' })
    expect([taken.status, taken.body.code]).toEqual([409, 'chart_name_taken'])
    const pie = { name: 'One', definition: { type: 'Pie', ...orders, groupByFieldName: 'status' } }
    expect((await send('PUT', `/${id}`, pie)).body).toMatchObject({ id, ...pie })
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    expect((await send('DELETE', `/${id}`)).status).toBe(404)
  })
})
