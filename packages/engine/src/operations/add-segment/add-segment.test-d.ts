import { orders, untyped } from '../../testing/typed-shop.js'

orders
  .addSegment('Large', { field: 'total', operator: 'GreaterThan', value: 100 })
  .addSegment('Mine', async ({ caller, collection }) => {
    const rows = await collection.list({}, ['id'])
    return { field: 'id', operator: 'In', value: caller ? rows.map(({ id }) => id) : [] }
  })
untyped.addSegment('All', () => undefined)

// @ts-expect-error an operator that does not exist
orders.addSegment('Large', { field: 'total', operator: 'BiggerThan', value: 100 })
// @ts-expect-error a condition, or a function that makes one
orders.addSegment('Large', 'total > 100')
// @ts-expect-error a segment has a condition
orders.addSegment('Large')
