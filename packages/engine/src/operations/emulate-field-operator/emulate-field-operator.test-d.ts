import { orders, untyped } from '../../testing/typed-shop.js'

orders.emulateFieldOperator('note', 'Like').emulateFieldOperator('total', 'LessThan')
untyped.emulateFieldOperator('anything', 'Like')

// @ts-expect-error a column that does not exist
orders.emulateFieldOperator('totl', 'LessThan')
// @ts-expect-error an operator that does not exist
orders.emulateFieldOperator('total', 'Smaller')
