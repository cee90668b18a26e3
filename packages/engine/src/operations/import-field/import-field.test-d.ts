import { orders, untyped } from '../../testing/typed-shop.js'

orders.importField('customerName', { path: 'customer:name', readonly: true }).addField('shout', {
  columnType: 'String',
  dependencies: ['customerName'],
  getValues: records =>
    records.map(({ customerName }) => {
      const name: string | null = customerName
      return name?.toUpperCase() ?? ''
    }),
})
untyped.importField('any', { path: 'thing:at:all' })

// @ts-expect-error a path that does not exist
orders.importField('customerName', { path: 'customer:nme' })
// @ts-expect-error a relation, not a field of it
orders.importField('customerName', { path: 'customer' })
// @ts-expect-error through many records
orders.importField('tagLabel', { path: 'tags:label' })
