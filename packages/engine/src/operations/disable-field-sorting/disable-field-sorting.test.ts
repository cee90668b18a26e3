import { expect, it } from 'vitest'
import { list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

it('disableFieldSorting refuses the sort and names the sortable fields', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.disableFieldSorting('total')),
  )
  const query = {
    collection: model.collection('orders'),
    filter: {},
    projection: ['id'],
    sort: [{ field: 'total', ascending: true }],
  }
  await expect(list(query, call)).rejects.toThrow(
    /'orders' cannot be sorted by 'total'. Sortable: id, status, /,
  )
})

it('disableFieldSorting refuses a relation and an unknown field at start', async () => {
  const disable = (name: string) =>
    openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.disableFieldSorting(name)),
    )
  await expect(disable('customer')).rejects.toThrow("'customer' is a relation, not a column.")
  await expect(disable('totl')).rejects.toThrow("No field 'totl' on 'orders'.")
})
