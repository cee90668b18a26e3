import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

describe('renameField', () => {
  it('changes the name clients see and leaves the one of code', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.renameField('total', 'amount').renameField('customer', 'buyer'),
      ),
    )
    const collection = model.collection('orders')
    expect(collection.view.get('amount')?.name).toBe('total')
    expect(collection.view.get('buyer')?.name).toBe('customer')
    expect(collection.view.has('total')).toBe(false)
    const query = { collection, filter: {}, sort: [], projection: ['total'] }
    expect((await list(query, call))[0]).toEqual({ total: 30 })
  })

  it('replaces an earlier new name', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.renameField('total', 'amount').renameField('total', 'sum'),
      ),
    )
    const { view } = model.collection('orders')
    expect([view.has('amount'), view.has('sum')]).toEqual([false, true])
  })

  it.each([
    ['nope', 'x', "No field 'nope' on 'orders'."],
    ['total', 'status', "'orders' already has a field 'status'."],
    ['total', 'two words', "'two words' cannot name a field"],
    ['total', 'a:b', "'a:b' cannot name a field"],
  ])('refuses %s -> %s at start, with the line of the call', async (from, to, message) => {
    const opening = openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.renameField(from, to)),
    )
    await expect(opening).rejects.toThrow(`renameField on 'orders': ${message}`)
    await expect(opening).rejects.toThrow('rename-field.test.ts:')
  })

  it('keeps the new name for itself', async () => {
    await expect(
      openShop(customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.renameField('total', 'amount').addField('amount', {
            columnType: 'Number',
            dependencies: ['total'],
            getValues: records => records.map(() => 1),
          }),
        ),
      ),
    ).rejects.toThrow("'orders' already has a field 'amount': 'total' is renamed to it.")
  })

  it('adds nothing to a plan', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.renameField('total', 'amount')),
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
