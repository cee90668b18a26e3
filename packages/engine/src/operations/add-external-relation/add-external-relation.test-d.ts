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
  .addExternalRelation('parcels', {
    schema: { code: 'String', weight: 'Number' },
    dependencies: ['id', 'customer:name'],
    listRecords: async ({ id, customer }) => {
      const number: number = id
      const name: string | undefined = customer?.name
      return [{ code: `${name} ${number}`, weight: null }, { code: 'bare' }]
    },
  })
  .addField('count', {
    columnType: 'Number',
    dependencies: ['parcels'],
    getValues: records =>
      records.map(({ parcels }) => {
        const code: string | null | undefined = parcels[0]?.code
        return parcels.length + (code?.length ?? 0)
      }),
  })

orders.addExternalRelation('parcels', {
  schema: { code: 'String' },
  listRecords: ({ id }) => {
    const key: number | undefined = id
    return [{ code: `${key}` }]
  },
})

orders.addExternalRelation('parcels', {
  schema: { weight: 'Number' },
  // @ts-expect-error the values of a Number are numbers
  listRecords: () => [{ weight: 'heavy' }],
})

orders.addExternalRelation('parcels', {
  schema: { weight: 'Number' },
  dependencies: ['id'],
  // @ts-expect-error only declared dependencies can be read
  listRecords: ({ status }) => [{ weight: status.length }],
})

untyped.addExternalRelation('anything', {
  schema: { text: 'String' },
  dependencies: ['what:ever'],
  listRecords: ({ what }) => [{ text: String(what) }],
})
