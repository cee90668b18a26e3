import { orders, untyped } from '../../testing/typed-shop.js'

orders.replaceFieldSorting('note', [
  { field: 'customer:name', ascending: true },
  { field: 'total', ascending: false },
])
untyped.replaceFieldSorting('any', [{ field: 'thing:at:all', ascending: true }])

// @ts-expect-error a column that does not exist
orders.replaceFieldSorting('nte', [{ field: 'total', ascending: true }])
// @ts-expect-error a path that does not exist
orders.replaceFieldSorting('note', [{ field: 'customer:nme', ascending: true }])
// @ts-expect-error a sort has a direction
orders.replaceFieldSorting('note', [{ field: 'total' }])
