import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

describe('removeCollection', () => {
  it('takes the collection, and relations to or through it, from the view only', async () => {
    const { model } = await openShop(it => it.removeCollection(['customers', 'order_tags']))
    const orders = model.collection('orders')
    expect(model.collection('customers').isExported).toBe(false)
    expect(orders.view.has('customer')).toBe(false)
    expect(orders.view.has('tags')).toBe(false)
    expect(orders.view.has('customer_id')).toBe(true)
    const query = { collection: orders, filter: {}, sort: [], projection: ['customer:name'] }
    expect((await list(query, call))[0]).toEqual({ customer: { name: 'Ada' } })
  })

  it('refuses an unknown name', async () => {
    await expect(openShop(it => it.removeCollection(['nope']))).rejects.toThrow(
      /^removeCollection on 'nope': No collection 'nope'.*\n {4}at .*remove-collection\.test\.ts/,
    )
  })

  it('adds nothing to the plans of code', async () => {
    const { model } = await openShop(it => it.removeCollection(['customers']))
    const collection = model.collection('orders')
    const query = { collection, filter: {}, sort: [], projection: ['customer:name'] }
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders join customer(name)  order by id"
    `)
  })
})
