import { expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import type { ManyToManyModel } from '../../model/model.js'
import { relatedQuery } from '../../related-query.js'
import { call, openShop } from '../../testing/shop.js'

const keys = { originKey: 'order_id', foreignKey: 'owner_id' }

it('addManyToManyRelation leads through a junction of another source, to each record once', async () => {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addManyToManyRelation('visitors', 'owners', 'visits', keys),
    ),
  )
  const relation = model.collection('orders').fields.get('visitors') as ManyToManyModel
  const query = { collection: relation.target, filter: {}, sort: [], projection: ['name'] }
  const rows = await list(relatedQuery(query, { relation, parent: { id: 1 } }), call)
  expect(rows).toEqual([{ name: 'Olga' }, { name: 'Paul' }])
  expect(asked).toEqual(['list visits', 'list owners'])
})

it('addManyToManyRelation looks keys up in the junction', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addManyToManyRelation('visitors', 'owners', 'visits', keys),
    ),
  )
  const relation = model.collection('orders').fields.get('visitors') as ManyToManyModel
  const query = { collection: relation.target, filter: {}, sort: [], projection: ['name'] }
  const asked = relatedQuery(query, { relation, parent: { id: 1 } })
  expect(await explainList(asked, call)).toMatchInlineSnapshot(`
    "list owners
      lookup   id <- owner_id of visits
        scan     visits(owner_id)  where order_id = ?  limit 10001
      scan     owners(name)  where id in ?  order by id"
  `)
})

it.each([
  [['nope', 'visits', keys], "No collection 'nope'."],
  [['owners', 'nope', keys], "No collection 'nope'."],
  [['owners', 'visits', { ...keys, originKey: 'nope' }], "No field 'nope' on 'visits'."],
  [['owners', 'visits', { ...keys, foreignKeyTarget: 'name' }], `"Number" but`],
] as const)(
  'addManyToManyRelation refuses %o at start',
  async ([target, through, given], message) => {
    const opening = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addManyToManyRelation('visitors', target, through, given),
      ),
    )
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow(/addManyToManyRelation on 'orders'.*at .*\.test\.ts:\d+/s)
  },
)
