import { expect, it } from 'vitest'
import { openShop } from '../../testing/shop.js'

it('disableCount marks one collection as not countable', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.disableCount()),
  )
  expect(model.collection('orders').isCountable).toBe(false)
  expect(model.collection('customers').isCountable).toBe(true)
})
