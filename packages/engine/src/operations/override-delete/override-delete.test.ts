import { describe, expect, it, vi } from 'vitest'
import { list } from '../../list.js'
import { remove } from '../../remove.js'
import { call, openShop } from '../../testing/shop.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const open = (
  customize: (orders: CollectionCustomizer) => unknown,
  options: Parameters<typeof openShop>[1] = {},
) => openShop(customizer => customizer.customizeCollection('orders', customize), options)

describe('overrideDelete', () => {
  it('deletes instead of the source', async () => {
    const lines: string[] = []
    const { model, asked } = await open(
      orders =>
        orders.overrideDelete(async ({ collection, filter }) => {
          await collection.update(filter, { status: 'void' })
        }),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/, '1 ms')) },
    )
    const collection = model.collection('orders')
    const conditionTree = { field: 'total', operator: 'Equal', value: 10 } as const
    expect(await remove(collection, { conditionTree }, call)).toBe(2)
    const rows = await list({ collection, filter: {}, sort: [], projection: ['status'] }, call)
    expect(rows.map(row => row.status)).toEqual(['paid', 'void', 'paid', 'void', 'void'])
    expect(asked).toEqual(['aggregate orders', 'update orders', 'list orders'])
    expect(lines.slice(0, 2).join('\n')).toMatchInlineSnapshot(`
      "update orders
        write    orders(status)  where total = ?
        2 rows in 1 ms
      delete orders
        override orders  where total = ?
        2 rows in 1 ms"
    `)
  })

  it('deletes in the source what it deletes itself', async () => {
    const { model, asked } = await open(orders =>
      orders.overrideDelete(async ({ collection, filter }) => {
        await collection.delete(filter)
      }),
    )
    expect(await remove(model.collection('orders'), {}, call)).toBe(5)
    expect(asked).toEqual(['aggregate orders', 'delete orders'])
  })

  it('is not asked when no record matches', async () => {
    const handler = vi.fn()
    const { model } = await open(orders => orders.overrideDelete(handler))
    const conditionTree = { field: 'id', operator: 'Equal', value: 77 } as const
    expect(await remove(model.collection('orders'), { conditionTree }, call)).toBe(0)
    expect(handler).not.toHaveBeenCalled()
  })

  it('refuses at start what is no function', async () => {
    await expect(open(orders => orders.overrideDelete('x' as never))).rejects.toThrow(
      "overrideDelete on 'orders': The override of delete needs a function.",
    )
  })
})
