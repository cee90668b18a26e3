import { expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

const wanted = {
  filter: {},
  sort: [{ field: 'reference', ascending: false }],
  projection: ['id'],
  page: { skip: 1, limit: 3 },
}

it('emulateFieldSorting sorts every matching record, then cuts the page', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldSorting('reference')),
  )
  const rows = await list({ ...wanted, collection: model.collection('orders') }, call)
  expect(rows).toEqual([{ id: 4 }, { id: 5 }, { id: 1 }])
})

it('a field the source cannot sort is refused until its sort is emulated', async () => {
  const { model } = await openShop()
  await expect(list({ ...wanted, collection: model.collection('orders') }, call)).rejects.toThrow(
    /'orders' cannot be sorted by 'reference'. Sortable: id, status, total, /,
  )
})

it('emulateFieldSorting is a sort in memory before the page', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldSorting('reference')),
  )
  const query = { ...wanted, collection: model.collection('orders') }
  expect(await explainList(query, call)).toMatchInlineSnapshot(`
    "list orders
      scan     orders(id, reference)  order by id
      sort     reference desc, id
      page     skip 1  limit 3
      shape    id"
  `)
})

it.each([
  ['nope', "No field 'nope' on 'orders'."],
  ['customer', "'customer' is a relation, not a column."],
])('emulateFieldSorting refuses %s at start', async (name, message) => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldSorting(name)),
  )
  await expect(opening).rejects.toThrow(`emulateFieldSorting on 'orders': ${message}`)
})
