import { legalOperators } from '@service/datasource-toolkit'
import { expect, it } from 'vitest'
import { explainList } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

it('emulateFieldFiltering fills in the operators a source lacks and keeps those it has', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldFiltering('reference')),
  )
  const { filter } = model.collection('orders').path('reference').column
  expect(new Set(filter.keys())).toEqual(legalOperators('String'))
  expect(filter.get('Equal')).toEqual({ kind: 'native' })
  expect(filter.get('Like')).toEqual({ kind: 'emulated' })
})

it('emulateFieldFiltering is a filter in memory, after what the source filters', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldFiltering('reference')),
  )
  const collection = model.collection('orders')
  const conditionTree = {
    aggregator: 'And',
    conditions: [
      { field: 'reference', operator: 'Like', value: 'r-%' },
      { field: 'reference', operator: 'NotEqual', value: 'r-a' },
    ],
  } as const
  const query = { collection, filter: { conditionTree }, sort: [], projection: ['id'] }
  expect(await explainList(query, call)).toMatchInlineSnapshot(`
    "list orders
      scan     orders(id, reference)  where reference != ?  order by id
      filter   reference like ?
      shape    id"
  `)
})

it.each([
  ['nope', "No field 'nope' on 'orders'."],
  ['customer', "'customer' is a relation, not a column."],
])('emulateFieldFiltering refuses %s at start', async (name, message) => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldFiltering(name)),
  )
  await expect(opening).rejects.toThrow(`emulateFieldFiltering on 'orders': ${message}`)
})
