/** A primary key that the source gives. */
export const generatedKey = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const

/** How the collections of a shop of tests are related: customers have orders of products. */
export const shopRelations = {
  customers: {
    orders: {
      kind: 'OneToMany',
      foreignCollection: 'orders',
      keys: [{ from: 'id', to: 'customer_id' }],
    },
  },
  orders: {
    customer: {
      kind: 'ManyToOne',
      foreignCollection: 'customers',
      keys: [{ from: 'customer_id', to: 'id' }],
    },
    products: {
      kind: 'ManyToMany',
      foreignCollection: 'products',
      throughCollection: 'order_products',
      originKeys: [{ from: 'id', to: 'order_id' }],
      foreignKeys: [{ from: 'sku', to: 'sku' }],
    },
  },
  order_products: {
    order: {
      kind: 'ManyToOne',
      foreignCollection: 'orders',
      keys: [{ from: 'order_id', to: 'id' }],
    },
    product: {
      kind: 'ManyToOne',
      foreignCollection: 'products',
      keys: [{ from: 'sku', to: 'sku' }],
    },
  },
} as const

/** The columns of the collection between orders and products. */
export const orderProductColumns = {
  order_id: { type: 'Number', isPrimaryKey: true },
  sku: { type: 'String', isPrimaryKey: true },
  quantity: 'Number',
} as const

export const productColumns = {
  sku: { type: 'String', isPrimaryKey: true },
  title: 'String',
} as const
