import { expect, it } from 'vitest'
import { list } from '../../list.js'
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
