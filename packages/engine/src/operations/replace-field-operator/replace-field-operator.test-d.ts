import { orders, untyped } from '../../testing/typed-shop.js'

orders.replaceFieldOperator('note', 'Contains', async (value, { dataSource }) => {
  const rows = await dataSource.getCollection('customers').list({}, ['id'])
  return { field: 'customer_id', operator: 'In', value: value ? rows.map(({ id }) => id) : [] }
})
untyped.replaceFieldOperator('anything', 'Equal', () => undefined)

// @ts-expect-error a column that does not exist
orders.replaceFieldOperator('nte', 'Contains', () => undefined)
// @ts-expect-error an operator that does not exist
orders.replaceFieldOperator('note', 'Has', () => undefined)
// @ts-expect-error a condition is not a text
orders.replaceFieldOperator('note', 'Contains', () => 'note')
