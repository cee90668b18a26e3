import { orders, untyped } from '../../testing/typed-shop.js'

orders.disableCount().disableCount()
untyped.disableCount()

// @ts-expect-error it takes nothing
orders.disableCount(true)
