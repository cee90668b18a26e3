import { expect, it } from 'vitest'
import { list } from '../../list.js'
import type { ManyToManyModel } from '../../model/model.js'
import { relatedQuery } from '../../related-query.js'
import { call, openShop } from '../../testing/shop.js'

it('addManyToManyRelation leads through a junction of another source, to each record once', async () => {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addManyToManyRelation('visitors', 'owners', 'visits', {
        originKey: 'order_id',
        foreignKey: 'owner_id',
      }),
    ),
  )
  const relation = model.collection('orders').fields.get('visitors') as ManyToManyModel
  const query = { collection: relation.target, filter: {}, sort: [], projection: ['name'] }
  const rows = await list(relatedQuery(query, { relation, parent: { id: 1 } }), call)
  expect(rows).toEqual([{ name: 'Olga' }, { name: 'Paul' }])
  expect(asked).toEqual(['list visits', 'list owners'])
})
