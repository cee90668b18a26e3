import { orders, untyped } from '../../testing/typed-shop.js'

orders
  .addOneToOneRelation('holder', 'customers', { originKey: 'order_id', originKeyTarget: 'id' })
  .importField('holderName', { path: 'holder:name' })
untyped.addOneToOneRelation('any', 'thing', { originKey: 'at_all' })

// @ts-expect-error a collection that does not exist
orders.addOneToOneRelation('holder', 'holders', { originKey: 'order_id' })
// @ts-expect-error a column the other collection does not have
orders.addOneToOneRelation('holder', 'customers', { originKey: 'holder_id' })
// @ts-expect-error a column this collection does not have
orders.addOneToOneRelation('a', 'customers', { originKey: 'order_id', originKeyTarget: 'nope' })
