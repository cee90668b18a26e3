import { orders, untyped } from '../../testing/typed-shop.js'

orders.removeField('note', 'customer', 'tags')
untyped.removeField('any', 'thing')

// @ts-expect-error a field that does not exist
orders.removeField('note', 'nope')
