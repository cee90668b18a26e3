import { describe, expect, it, vi } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'
import type { ListRecords } from './list-distinct.js'

async function openWith(listRecords: ListRecords, dependencies?: readonly string[]) {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addExternalRelation('parcels', {
        schema: { code: 'String', weight: 'Number' },
        dependencies,
        listRecords: listRecords as never,
      }),
    ),
  )
  const collection = model.collection('orders')
  return { collection, filter: {}, sort: [], projection: ['id', 'parcels'] }
}

describe('addExternalRelation', () => {
  it('shows the records of a function, with exactly the fields of the schema', async () => {
    const query = await openWith(async ({ id }) => [
      { code: `p-${id}`, weight: 1, secret: 'x' },
      { code: 'bare' },
    ])
    const page = { skip: 0, limit: 1 }
    expect(await list({ ...query, page }, call)).toEqual([
      {
        id: 1,
        parcels: [
          { code: 'p-1', weight: 1 },
          { code: 'bare', weight: null },
        ],
      },
    ])
    expect(query.collection.path('parcels').column.columnType).toEqual([
      { code: 'String', weight: 'Number' },
    ])
    expect(await explainList({ ...query, page }, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id)  order by id  limit 1
        compute  parcels <- id"
    `)
  })

  it('asks once for each distinct record of a page', async () => {
    const listRecords = vi.fn<ListRecords>(({ customer_id }) => [{ code: `c-${customer_id}` }])
    const rows = await list(await openWith(listRecords, ['customer_id']), call)
    expect(rows.map(row => (row.parcels as { code: string }[])[0]!.code)).toEqual([
      'c-1',
      'c-2',
      'c-1',
      'c-null',
      'c-3',
    ])
    expect(listRecords.mock.calls.map(([record]) => record)).toEqual([
      { customer_id: 1 },
      { customer_id: 2 },
      { customer_id: null },
      { customer_id: 3 },
    ])
  })

  it('asks ten at a time at most', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addExternalRelation('parcels', {
          schema: { most: 'Number' },
          listRecords: async () => {
            running++
            most = Math.max(most, running)
            await new Promise(resolve => setTimeout(resolve, 2))
            running--
            return []
          },
        }),
      ),
    )
    let running = 0
    let most = 0
    const collection = model.collection('orders')
    const records = Array.from({ length: 40 }, (_, index) => ({ id: index + 100 }))
    await collection.source.create(records, call)
    await list({ collection, filter: {}, sort: [], projection: ['parcels'] }, call)
    expect(most).toBe(10)
  })

  it('lists through the context of the request', async () => {
    const query = await openWith(async ({ id }, { dataSource, timezone }) => {
      const visits = await dataSource
        .getCollection('visits')
        .list({ conditionTree: { field: 'order_id', operator: 'Equal', value: id } }, ['id'])
      return visits.map(visit => ({ code: timezone, weight: visit.id }))
    })
    const [first] = await list(query, call)
    expect(first?.parcels).toEqual([1, 2, 3].map(weight => ({ code: 'UTC', weight })))
  })

  it('reports an answer that is no list', async () => {
    const query = await openWith(() => null as never)
    await expect(list(query, call)).rejects.toThrow(
      "listRecords of 'parcels' must return a list of records, not null.",
    )
  })

  it.each([
    [{ schema: {} }, "'parcels' needs a schema"],
    [{ listRecords: undefined }, "'parcels' needs a function listRecords."],
    [{ dependencies: [] }, "'parcels' needs dependencies"],
    [{ dependencies: ['nope'] }, "No field 'nope' on 'orders'."],
  ])('refuses %o', async (wrong, message) => {
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addExternalRelation('parcels', {
          schema: { code: 'String' },
          listRecords: () => [],
          ...(wrong as object),
        }),
      ),
    )
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(
      /addExternalRelation on 'orders'.*at .*add-external-relation\.test\.ts:\d+/s,
    )
  })
})
