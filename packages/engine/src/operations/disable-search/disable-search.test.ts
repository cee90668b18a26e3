import { expect, it } from 'vitest'
import { list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

it('disableSearch refuses a search, but not a blank one', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.disableSearch()),
  )
  const collection = model.collection('orders')
  expect(collection.isSearchable).toBe(false)
  const listed = (search: string) =>
    list({ collection, filter: { search }, sort: [], projection: ['id'] }, call)
  await expect(listed('ada')).rejects.toMatchObject({ status: 400 })
  expect(await listed('  ')).toHaveLength(5)
})
