import { orders, untyped } from '../../testing/typed-shop.js'

orders.emulateFieldSorting('total').emulateFieldSorting('note')
untyped.emulateFieldSorting('anything')

// @ts-expect-error a column that does not exist
orders.emulateFieldSorting('totl')
// @ts-expect-error a relation is not a column
orders.emulateFieldSorting('customer')
