import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  readonly orders: {
    readonly columns: { readonly id: number; readonly status: string; note: string | null }
    readonly toOne: { readonly customer: 'customers' }
    readonly toMany: object
  }
  readonly customers: {
    readonly columns: { id: number; name: string }
    readonly toOne: object
    readonly toMany: object
  }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders
  .addHook('Before', 'List', async ({ filter, projection, collection, caller }) => {
    const [order] = await collection.list(filter, ['id', 'customer:name'])
    const texts: readonly (string | undefined)[] = [...projection, order?.customer?.name]
    return [texts, caller.email]
  })
  .addHook('After', 'List', ({ records }) => {
    for (const record of records) record.status = 'hidden'
    for (const { customer } of records) if (customer) customer.name = '-'
  })
  .addHook('Before', 'Create', ({ data }) => {
    for (const record of data) record.note ??= 'new'
  })
  .addHook('After', 'Create', ({ data, records }) => [data.length, records[0]?.id])
  .addHook('Before', 'Update', ({ patch, filter }) => {
    patch.status = filter.segment ?? 'paid'
  })
  .addHook('After', 'Delete', ({ filter, throwError }) => {
    if (filter.search) throwError('no')
  })
  .addHook('After', 'Aggregate', ({ aggregation, limit, aggregateResult }) => [
    aggregation.operation,
    limit,
    aggregateResult[0]?.value,
  ])

orders
  .addField('label', {
    columnType: 'String',
    dependencies: ['status'],
    getValues: records => records.map(({ status }) => status),
  })
  .addHook('Before', 'Update', ({ patch }) => {
    patch.label = 'known to the hooks that follow'
  })

untyped.addHook('Before', 'Update', ({ patch }) => {
  patch.whatever = true
})

// @ts-expect-error a position that does not exist
orders.addHook('Around', 'List', () => {})
// @ts-expect-error a type that does not exist
orders.addHook('Before', 'Read', () => {})
// @ts-expect-error there are no records yet
orders.addHook('Before', 'List', ({ records }) => records)
// @ts-expect-error a deletion has no patch
orders.addHook('Before', 'Delete', ({ patch }) => patch)
orders.addHook('Before', 'Update', ({ patch }) => {
  // @ts-expect-error a column that does not exist
  patch.nope = 1
  // @ts-expect-error a value of another type
  patch.status = 1
})
orders.addHook('After', 'List', ({ records }) => {
  // @ts-expect-error no record can be added
  records.push({})
})
