import { orders, untyped } from '../../testing/typed-shop.js'

orders
  .addOneToManyRelation('holders', 'customers', { originKey: 'order_id', originKeyTarget: 'id' })
  .renameField('holders', 'people')
untyped.addOneToManyRelation('any', 'thing', { originKey: 'at_all' })

// @ts-expect-error a collection that does not exist
orders.addOneToManyRelation('holders', 'holders', { originKey: 'order_id' })
// @ts-expect-error a column the other collection does not have
orders.addOneToManyRelation('holders', 'customers', { originKey: 'holder_id' })
orders
  .addOneToManyRelation('holders', 'customers', { originKey: 'order_id' })
  // @ts-expect-error no field can be imported through many records
  .importField('holderName', { path: 'holders:name' })
