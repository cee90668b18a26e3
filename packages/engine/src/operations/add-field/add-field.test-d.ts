import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  orders: {
    columns: { id: number; status: 'paid' | 'void'; note: string | null }
    toOne: { customer: 'customers' }
    toMany: object
  }
  customers: {
    columns: { id: number; name: string }
    toOne: { country: 'countries' }
    toMany: { orders: 'orders' }
  }
  countries: { columns: { code: string }; toOne: object; toMany: object }
  shallow: {
    columns: { id: number }
    toOne: { order: 'orders' }
    toMany: object
    maxDepth: 1
  }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const shallow: CollectionCustomizer<Shop, 'shallow'>
declare const untyped: CollectionCustomizer

orders.addField('label', {
  columnType: 'String',
  dependencies: ['status', 'customer:country:code'],
  getValues: records =>
    records.map(({ status, customer }) => {
      const exact: 'paid' | 'void' = status
      return `${exact} ${customer?.country?.code ?? ''}`
    }),
})

orders.addField('label', {
  columnType: 'String',
  // @ts-expect-error a path that does not exist
  dependencies: ['customer:nme'],
  getValues: () => [],
})

orders.addField('size', {
  columnType: 'Number',
  dependencies: ['status'],
  // @ts-expect-error the values of a Number are numbers
  getValues: records => records.map(({ status }) => status),
})

orders.addField('label', {
  columnType: 'String',
  dependencies: ['status'],
  // @ts-expect-error only declared dependencies can be read
  getValues: records => records.map(({ note }) => note),
})

shallow.addField('near', {
  columnType: 'String',
  dependencies: ['order:status'],
  getValues: records => records.map(({ order }) => order?.status ?? null),
})

shallow.addField('far', {
  columnType: 'String',
  // @ts-expect-error two relations away, one is allowed
  dependencies: ['order:customer:name'],
  getValues: () => [],
})

orders.emulateFieldSorting('note').disableCount()
// @ts-expect-error a column that does not exist
orders.emulateFieldSorting('nope')

untyped
  .addField('anything', {
    columnType: 'Boolean',
    dependencies: ['what', 'ever:it:is'],
    getValues: records => records.map(({ what }) => what === true),
  })
  .addManyToOneRelation('owner', 'people', { foreignKey: 'owner_id' })

orders
  .addField('label', {
    columnType: 'String',
    dependencies: ['status'],
    getValues: records => records.map(({ status }) => status),
  })
  .addManyToOneRelation('country', 'countries', { foreignKey: 'label' })
  .addField('shout', {
    columnType: 'String',
    dependencies: ['label', 'country:code', 'id'],
    getValues: records =>
      records.map(({ label, country, id }) => {
        const text: string | null = label
        const code: string | undefined = country?.code
        const number: number = id
        return `${text} ${code} ${number}`
      }),
  })
  .emulateFieldSorting('shout')
  // @ts-expect-error a field that nobody added
  .emulateFieldSorting('whisper')
