import { orders, untyped } from '../../testing/typed-shop.js'

orders.disableSearch().disableCount()
untyped.disableSearch()

// @ts-expect-error it takes nothing
orders.disableSearch('total')
