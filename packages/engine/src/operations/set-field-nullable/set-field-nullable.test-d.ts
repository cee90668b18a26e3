import { orders, untyped } from '../../testing/typed-shop.js'

orders.setFieldNullable('total').setFieldNullable('note')
untyped.setFieldNullable('anything')

// @ts-expect-error a column that does not exist
orders.setFieldNullable('totl')
// @ts-expect-error a relation is not a column
orders.setFieldNullable('customer')
