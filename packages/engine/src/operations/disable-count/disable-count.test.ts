import { expect, it } from 'vitest'
import { openShop } from '../../testing/shop.js'

it('disableCount marks one collection as not countable', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.disableCount()),
  )
  expect(model.collection('orders').isCountable).toBe(false)
  expect(model.collection('customers').isCountable).toBe(true)
})

it('disableCount names the call on a collection that is not there', async () => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('ordres', ordres => ordres.disableCount()),
  )
  await expect(opening).rejects.toThrow("No collection 'ordres'.")
  await expect(opening).rejects.toThrow('disable-count.test.ts:')
})
