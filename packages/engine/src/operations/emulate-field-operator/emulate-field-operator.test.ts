import { expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

it('emulateFieldOperator makes one operator available and no other', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.emulateFieldOperator('reference', 'StartsWith'),
    ),
  )
  const collection = model.collection('orders')
  const listed = (operator: 'StartsWith' | 'EndsWith', value: string) => {
    const conditionTree = { field: 'reference', operator, value }
    return list({ collection, filter: { conditionTree }, sort: [], projection: ['id'] }, call)
  }
  expect(await listed('StartsWith', 'r-')).toHaveLength(4)
  await expect(listed('EndsWith', 'a')).rejects.toThrow(
    /'EndsWith' is not available on 'orders.reference'. Available: .*StartsWith/,
  )
})

it('emulateFieldOperator refuses an operator that does not apply to the type', async () => {
  const failing = openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.emulateFieldOperator('total', 'Like'),
    ),
  )
  await expect(failing).rejects.toThrow("'Like' does not apply to 'total'. Allowed: Equal,")
})

it('emulateFieldOperator is a filter in memory', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.emulateFieldOperator('reference', 'StartsWith'),
    ),
  )
  const conditionTree = { field: 'reference', operator: 'StartsWith', value: 'r-' } as const
  const collection = model.collection('orders')
  const query = { collection, filter: { conditionTree }, sort: [], projection: ['id'] }
  expect(await explainList(query, call)).toMatchInlineSnapshot(`
    "list orders
      scan     orders(id, reference)  order by id
      filter   reference starts with ?
      shape    id"
  `)
})
