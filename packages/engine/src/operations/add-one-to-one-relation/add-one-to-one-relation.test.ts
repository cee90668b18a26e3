import { expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

it('addOneToOneRelation reads the record whose key names this one, the first by primary key', async () => {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToOneRelation('order', 'orders', { originKey: 'owner_id' }),
    ),
  )
  const collection = model.collection('owners')
  const projection = ['name', 'order:id']
  expect(await list({ collection, filter: {}, sort: [], projection }, call)).toEqual([
    { name: 'Olga', order: { id: 1 } },
    { name: 'Paul', order: { id: 2 } },
    { name: 'Quin', order: null },
  ])
  expect(asked).toEqual(['list owners', 'list orders'])
})

it('addOneToOneRelation is a join by key', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToOneRelation('order', 'orders', { originKey: 'owner_id' }),
    ),
  )
  const collection = model.collection('owners')
  const query = { collection, filter: {}, sort: [], projection: ['name', 'order:id'] }
  expect(await explainList(query, call)).toMatchInlineSnapshot(`
    "list owners
      scan     owners(name, id)  order by id
      join     order <- orders by id = owner_id
        scan     orders(id, owner_id)  where owner_id in ?  order by id
      shape    name, order(id)"
  `)
})

it.each([
  ['nope', { originKey: 'owner_id' }, "No collection 'nope'."],
  ['orders', { originKey: 'nope' }, "No field 'nope' on 'orders'."],
  ['orders', { originKey: 'status' }, `'orders.status' is "Enum"`],
  ['orders', { originKey: 'owner_id', originKeyTarget: 'nope' }, "No field 'nope' on 'owners'."],
])('addOneToOneRelation refuses %s by %o at start', async (target, keys, message) => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToOneRelation('order', target, keys),
    ),
  )
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toThrow(/addOneToOneRelation on 'owners'.*at .*\.test\.ts:\d+/s)
})
