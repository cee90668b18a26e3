import { legalOperators } from '@service/datasource-toolkit'
import { expect, it } from 'vitest'
import { openShop } from '../../testing/shop.js'

it('emulateFieldFiltering fills in the operators a source lacks and keeps those it has', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldFiltering('reference')),
  )
  const { filter } = model.collection('orders').path('reference').column
  expect(new Set(filter.keys())).toEqual(legalOperators('String'))
  expect(filter.get('Equal')).toEqual({ kind: 'native' })
  expect(filter.get('Like')).toEqual({ kind: 'emulated' })
})
