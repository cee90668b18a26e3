import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  orders: {
    columns: { id: number; status: string }
    toOne: { customer: 'customers' }
    toMany: object
  }
  customers: { columns: { name: string }; toOne: object; toMany: object }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders
  .addField('label', {
    columnType: 'String',
    dependencies: ['id'],
    getValues: records => records.map(({ id }) => `${id}`),
  })
  .replaceSearch((text, extended, context) =>
    context.generateSearchFilter(text, { extended, onlyFields: ['label', 'customer:name'] }),
  )

orders.replaceSearch((text, _extended, context) =>
  // @ts-expect-error a path that does not exist
  context.generateSearchFilter(text, { includeFields: ['customer:nme'] }),
)

// @ts-expect-error a search answers a condition, not a text
orders.replaceSearch(text => text)

untyped.replaceSearch(async (text, _extended, context) =>
  context.generateSearchFilter(text, { excludeFields: ['any:thing'] }),
)
