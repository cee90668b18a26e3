import { createMemoryDataSource } from '@service/datasource-memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from './routes/index.js'
import { type OpenAgent, openAgent, readError } from './testing/open-agent.js'

const hint = 'Start it with --write to allow changes.'
const refusal = `Nothing was changed: this agent only reads. ${hint}`
let open: OpenAgent

beforeAll(async () => {
  const orders = {
    columns: { id: { type: 'Number', isPrimaryKey: true }, name: 'String' },
    records: [{ id: 1, name: 'first' }],
  }
  open = await openAgent(createMemoryDataSource({ orders } as never), {
    readOnly: hint,
    customize: agent =>
      agent
        .customizeCollection('orders', collection =>
          collection
            .addAction('Rename', { scope: 'Single', execute: () => undefined })
            .overrideUpdate(async () => {}),
        )
        .addChart('writes', async ({ dataSource }, resultBuilder) => {
          await dataSource.getCollection('orders').delete({})
          return resultBuilder.value(1)
        }),
  })
})
afterAll(() => open.close())

const toPath = (path: string) =>
  path.replace(':collection', 'orders').replace(':id', '1').replaceAll(/:\w+/g, '1')

describe('an agent that only reads', () => {
  const reads = new Set(
    routes
      .filter(route => 'isRead' in route || 'checkExport' in route || 'readsOnly' in route)
      .map(({ method, path }) => `${method} ${path}`)
      .concat([
        'POST /authentication/renew',
        'POST /scope-cache-invalidation',
        'POST /_internal/ai-proxy/ai-query',
      ]),
  )
  it.each(routes.filter(route => !('isPublic' in route)).map(({ method, path }) => [method, path]))(
    'meets %s %s according to what it does',
    async (method = '', path = '') => {
      const answer = await open.send(method, toPath(path), method === 'GET' ? undefined : {})
      const isRefused = answer.status === 403 && readError(answer).code === 'read_only_agent'
      expect(isRefused).toBe(!reads.has(`${method} ${path}`))
    },
  )

  it('says how changes are allowed', async () => {
    const answer = await open.send('DELETE', '/orders/1')
    expect(readError(answer)).toMatchObject({
      detail: refusal,
      data: { rule: { kind: 'agent' } },
    })
  })

  it('refuses what customization code changes', async () => {
    const answer = await open.send('POST', '/_charts/writes', {})
    expect([answer.status, readError(answer).detail]).toEqual([403, refusal])
    expect((await open.get('/orders/count')).json).toEqual({ count: 1 })
  })

  it('offers the panel neither changes nor actions', async () => {
    const { json } = await open.get('/_internal/schema')
    const [orders] = (json as { collections: { [name: string]: unknown }[] }).collections
    expect(orders).toMatchObject({
      rights: { browse: true, read: true, add: false, edit: false, delete: false, export: true },
      actions: [],
    })
    expect(orders?.fields).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'name', isWritable: false })]),
    )
  })
})
