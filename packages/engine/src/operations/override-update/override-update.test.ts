import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it, vi } from 'vitest'
import type { PlainFilter } from '../../context/collection-context.js'
import { list } from '../../list.js'
import type { EngineCall } from '../../model/model.js'
import { call, openShop } from '../../testing/shop.js'
import { update } from '../../update.js'
import { updateRecord } from '../../update-record.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const open = (
  customize: (orders: CollectionCustomizer) => unknown,
  options: Parameters<typeof openShop>[1] = {},
) => openShop(customizer => customizer.customizeCollection('orders', customize), options)

const scoped: EngineCall = {
  ...call,
  isOuter: true,
  findScope: ({ name }) =>
    name === 'orders' ? { field: 'status', operator: 'Equal', value: 'paid' } : undefined,
}

describe('overrideUpdate', () => {
  it('changes instead of the source, with a filter the source would have understood', async () => {
    const given: { filter: PlainFilter; patch: Row }[] = []
    const { model, asked } = await open(orders =>
      orders
        .emulateFieldFiltering('reference')
        .importField('customerName', { path: 'customer:name' })
        .overrideUpdate(({ filter, patch }) => {
          given.push({ filter, patch })
        }),
    )
    const orders = model.collection('orders')
    const imported = { field: 'customerName', operator: 'Equal', value: 'Ada' } as const
    expect(await update(orders, { conditionTree: imported }, { total: 1 }, call)).toBe(2)
    const elsewhere = { field: 'owner:name', operator: 'Equal', value: 'Olga' } as const
    expect(await update(orders, { conditionTree: elsewhere }, { total: 2 }, call)).toBe(2)
    expect(await update(orders, {}, { total: 3 }, scoped)).toBe(2)
    expect(await update(orders, {}, { total: 4 }, call)).toBe(5)
    expect(given).toMatchObject([
      {
        filter: { conditionTree: { field: 'id', operator: 'In', value: [1, 3] } },
        patch: { total: 1 },
      },
      {
        filter: { conditionTree: { field: 'owner_id', operator: 'In', value: [11] } },
        patch: { total: 2 },
      },
      { filter: { conditionTree: { field: 'status', operator: 'Equal', value: 'paid' } } },
      { filter: {} },
    ])
    expect(asked).toEqual([
      'list orders',
      'list owners',
      'aggregate orders',
      'aggregate orders',
      'aggregate orders',
    ])
  })

  it('is not asked when no record matches', async () => {
    const handler = vi.fn()
    const { model } = await open(orders => orders.overrideUpdate(handler))
    const orders = model.collection('orders')
    const query = { collection: orders, projection: ['id'] }
    expect(await updateRecord(query, [2], { total: 1 }, scoped)).toEqual({ isFound: false })
    expect(handler).not.toHaveBeenCalled()
  })

  it('reaches the source through its own collection, and leaves out the fast way', async () => {
    const lines: string[] = []
    const { model, asked } = await open(
      orders =>
        orders.overrideUpdate(async ({ collection, filter, patch }) => {
          await collection.update(filter, { ...patch, reference: 'seen' })
        }),
      { debug: text => lines.push(text.replaceAll(/[\d.]+ ms/g, '1 ms')) },
    )
    const orders = model.collection('orders')
    const updateAndList = vi.fn(async () => ({ matched: 1, rows: [] }))
    const collection = { ...orders, source: { ...orders.source, updateAndList } }
    const query = { collection, projection: ['total', 'reference'] }
    expect(await updateRecord(query, [1], { total: 9 }, call)).toEqual({
      isFound: true,
      row: { total: 9, reference: 'seen' },
    })
    expect(updateAndList).not.toHaveBeenCalled()
    expect(asked).toEqual(['aggregate orders', 'update orders', 'list orders'])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "update orders
        write    orders(total, reference)  where id = ?
        1 rows in 1 ms
      update orders
        override orders(total)  where id = ?
        1 rows in 1 ms
      list orders
        scan     orders(total, reference)  where id = ?  order by id  [1 rows, 1 ms]
        1 rows in 1 ms"
    `)
  })

  it('is used by what is written through a relation', async () => {
    const patches: Row[] = []
    const { model } = await openShop(customizer => {
      customizer.customizeCollection('customers', customers =>
        customers.overrideUpdate(({ patch }) => {
          patches.push(patch)
        }),
      )
      customizer.customizeCollection('orders', orders =>
        orders.importField('customerName', { path: 'customer:name' }),
      )
    })
    const collection = model.collection('orders')
    const conditionTree = { field: 'id', operator: 'In', value: [1, 3] } as const
    expect(await update(collection, { conditionTree }, { customerName: 'Eve' }, call)).toBe(2)
    expect(patches).toEqual([{ name: 'Eve' }])
    const query = { collection, filter: {}, sort: [], projection: ['customerName'] }
    expect((await list(query, call))[0]).toEqual({ customerName: 'Ada' })
  })

  it('makes the columns of a view writable', async () => {
    const { model } = await open(orders => orders.overrideUpdate(() => {}))
    const { overrides } = model.collection('orders')
    const view = { ...model.collection('orders'), isReadOnly: true, overrides }
    expect(await update(view, {}, { total: 1 }, call)).toBe(5)
  })

  it('refuses at start what is no function, or a second one', async () => {
    await expect(open(orders => orders.overrideUpdate({} as () => void))).rejects.toThrow(
      "overrideUpdate on 'orders': The override of update needs a function.",
    )
    const twice = open(orders => orders.overrideUpdate(() => {}).overrideUpdate(() => {}))
    await expect(twice).rejects.toThrow("'orders' already has an override of update.")
  })
})
