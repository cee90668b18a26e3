import { expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import type { OneToManyModel } from '../../model/model.js'
import { relatedQuery } from '../../related-query.js'
import { call, openShop } from '../../testing/shop.js'

it('addOneToManyRelation leads to the records that name a parent', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToManyRelation('orders', 'orders', { originKey: 'owner_id' }),
    ),
  )
  const relation = model.collection('owners').fields.get('orders') as OneToManyModel
  const query = { collection: relation.target, filter: {}, sort: [], projection: ['id'] }
  const of = (id: unknown) => list(relatedQuery(query, { relation, parent: { id } }), call)
  expect(await of(11)).toEqual([{ id: 1 }, { id: 5 }])
  expect(await of(13)).toEqual([])
  expect(await of(null)).toEqual([])
})

it('addOneToManyRelation is a condition on the key', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToManyRelation('orders', 'orders', { originKey: 'owner_id' }),
    ),
  )
  const relation = model.collection('owners').fields.get('orders') as OneToManyModel
  const query = { collection: relation.target, filter: {}, sort: [], projection: ['id'] }
  const asked = relatedQuery(query, { relation, parent: { id: 11 } })
  expect(await explainList(asked, call)).toMatchInlineSnapshot(`
    "list orders
      scan     orders(id)  where owner_id = ?  order by id"
  `)
})

it.each([
  ['nope', { originKey: 'owner_id' }, "No collection 'nope'."],
  ['orders', { originKey: 'nope' }, "No field 'nope' on 'orders'."],
  ['orders', { originKey: 'status' }, `'orders.status' is "Enum"`],
  ['orders', { originKey: 'owner_id', originKeyTarget: 'nope' }, "No field 'nope' on 'owners'."],
])('addOneToManyRelation refuses %s by %o at start', async (target, keys, message) => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('owners', owners =>
      owners.addOneToManyRelation('orders', target, keys),
    ),
  )
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toThrow(/addOneToManyRelation on 'owners'.*at .*\.test\.ts:\d+/s)
})
