import { orders, untyped } from '../../testing/typed-shop.js'

orders.emulateFieldFiltering('total').emulateFieldFiltering('note')
untyped.emulateFieldFiltering('anything')

// @ts-expect-error a column that does not exist
orders.emulateFieldFiltering('totl')
// @ts-expect-error a relation is not a column
orders.emulateFieldFiltering('customer')
