import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

describe('removeField', () => {
  it('hides fields from clients and leaves them to code', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.removeField('total', 'tags')),
    )
    const collection = model.collection('orders')
    expect([...collection.view.keys()]).not.toContain('total')
    expect([...collection.view.keys()]).not.toContain('tags')
    const query = { collection, filter: {}, sort: [], projection: ['total'] }
    expect((await list(query, call))[0]).toEqual({ total: 30 })
  })

  it('hides the relations whose keys are hidden, on both sides', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.removeField('customer_id')),
    )
    expect(model.collection('orders').view.has('customer')).toBe(false)
    expect(model.collection('customers').view.has('orders')).toBe(false)
    expect(model.collection('orders').view.has('owner')).toBe(true)
  })

  it.each([
    ['nope', "No field 'nope' on 'orders'."],
    ['id', "'id' is part of the primary key: clients need it."],
  ])('refuses %s at start', async (name, message) => {
    await expect(
      openShop(customizer =>
        customizer.customizeCollection('orders', orders => orders.removeField(name)),
      ),
    ).rejects.toThrow(`removeField on 'orders': ${message}`)
  })

  it('adds nothing to the plans of code', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.removeField('total')),
    )
    const collection = model.collection('orders')
    const sort = [{ field: 'total', ascending: true }]
    const query = { collection, filter: {}, sort, projection: ['total'] }
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(total)  order by total, id"
    `)
  })
})
