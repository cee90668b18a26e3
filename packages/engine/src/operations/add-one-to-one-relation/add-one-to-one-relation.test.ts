import { expect, it } from 'vitest'
import { list } from '../../list.js'
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
