import { orders, untyped } from '../../testing/typed-shop.js'

orders.disableFieldSorting('total').disableFieldSorting('note')
untyped.disableFieldSorting('anything')

// @ts-expect-error a column that does not exist
orders.disableFieldSorting('totl')
// @ts-expect-error a relation is not a column
orders.disableFieldSorting('customer')
