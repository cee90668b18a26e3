import { orders, untyped } from '../../testing/typed-shop.js'

orders
  .addManyToOneRelation('buyer', 'customers', { foreignKey: 'customer_id', foreignKeyTarget: 'id' })
  .importField('buyerName', { path: 'buyer:name' })
untyped.addManyToOneRelation('any', 'thing', { foreignKey: 'at_all' })

// @ts-expect-error a collection that does not exist
orders.addManyToOneRelation('buyer', 'buyers', { foreignKey: 'customer_id' })
// @ts-expect-error a column this collection does not have
orders.addManyToOneRelation('buyer', 'customers', { foreignKey: 'buyer_id' })
// @ts-expect-error a column the other collection does not have
orders.addManyToOneRelation('a', 'tags', { foreignKey: 'id', foreignKeyTarget: 'name' })
