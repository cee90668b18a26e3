import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

const query = { filter: {}, sort: [] }

describe('addManyToOneRelation', () => {
  it('is a join of the source when both collections are in it', async () => {
    const { model, asked } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addManyToOneRelation('buyer', 'customers', { foreignKey: 'customer_id' }),
      ),
    )
    const collection = model.collection('orders')
    const sort = [{ field: 'buyer:name', ascending: false }]
    const rows = await list({ ...query, sort, collection, projection: ['buyer:name'] }, call)
    expect(rows.map(row => row.buyer)).toEqual([
      null,
      { name: 'Cléa' },
      { name: 'Bob' },
      { name: 'Ada' },
      { name: 'Ada' },
    ])
    expect(asked).toEqual(['list orders'])
  })

  it('lists the related records of another source once, by distinct key', async () => {
    const { model, asked } = await openShop()
    const collection = model.collection('orders')
    const projection = ['id', 'owner:name', 'owner:team:name']
    const rows = await list({ ...query, collection, projection }, call)
    expect(rows).toEqual([
      { id: 1, owner: { name: 'Olga', team: { name: 'North' } } },
      { id: 2, owner: { name: 'Paul', team: { name: 'South' } } },
      { id: 3, owner: null },
      { id: 4, owner: null },
      { id: 5, owner: { name: 'Olga', team: { name: 'North' } } },
    ])
    expect(asked).toEqual(['list orders', 'list owners'])
  })

  it('is not joined when its target may not be unique: rows must not multiply', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('customers', customers =>
        customers.addManyToOneRelation('compatriot', 'customers', {
          foreignKey: 'country_id',
          foreignKeyTarget: 'country_id',
        }),
      ),
    )
    const collection = model.collection('customers')
    const wanted = { ...query, collection, projection: ['id', 'compatriot:id'] }
    expect(await explainList(wanted, call)).toContain('join     compatriot <- customers')
    expect(await list(wanted, call)).toHaveLength(3)
  })

  it.each([
    [['nope', { foreignKey: 'owner_id' }], "No collection 'nope'. There are: orders,"],
    [['owners', { foreignKey: 'nope' }], "No field 'nope' on 'orders'."],
    [['owners', { foreignKey: 'status' }], `'orders.status' is "Enum" but 'owners.id' is "Number"`],
    [['order_tags', { foreignKey: 'id' }], "The primary key of 'order_tags' is not one column"],
  ] as const)('refuses %o', async ([target, keys], message) => {
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addManyToOneRelation('relation', target, keys),
      ),
    )
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/addManyToOneRelation on 'orders'.*at .*\.test\.ts:\d+/s)
  })

  it('is a join in the plan, of the source or by key', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addManyToOneRelation('buyer', 'customers', { foreignKey: 'customer_id' }),
      ),
    )
    const projection = ['buyer:name', 'owner:name']
    const wanted = { ...query, collection: model.collection('orders'), projection }
    expect(await explainList(wanted, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(owner_id) join buyer(name)  order by id
        join     owner <- owners by owner_id = id
          scan     owners(name, id)  where id in ?
        shape    buyer(name), owner(name)"
    `)
  })
})
