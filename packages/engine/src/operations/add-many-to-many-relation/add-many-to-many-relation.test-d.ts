import { orders, untyped } from '../../testing/typed-shop.js'

const keys = { originKey: 'order_id', foreignKey: 'tag_id' } as const

orders
  .addManyToManyRelation('labels', 'tags', 'order_tags', { ...keys, foreignKeyTarget: 'id' })
  .renameField('labels', 'stickers')
untyped.addManyToManyRelation('any', 'thing', 'at_all', { originKey: 'a', foreignKey: 'b' })

// @ts-expect-error a collection that does not exist
orders.addManyToManyRelation('labels', 'labels', 'order_tags', keys)
// @ts-expect-error a junction that does not hold the keys
orders.addManyToManyRelation('labels', 'tags', 'customers', keys)
// @ts-expect-error a column the other collection does not have
orders.addManyToManyRelation('a', 'tags', 'order_tags', { ...keys, foreignKeyTarget: 'name' })
