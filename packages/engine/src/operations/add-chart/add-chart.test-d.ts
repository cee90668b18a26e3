import type { CollectionCustomizer } from '../collection-customizer.js'

type Shop = {
  orders: {
    columns: { id: number; total: number; created_at: string }
    toOne: { customer: 'customers' }
    toMany: object
  }
  customers: { columns: { name: string }; toOne: object; toMany: object }
}

declare const orders: CollectionCustomizer<Shop, 'orders'>
declare const untyped: CollectionCustomizer

orders.addChart('drawn', async (context, resultBuilder) => {
  const { total, customer } = await context.getRecord(['total', 'customer:name'])
  const name: string | undefined = customer?.name
  const rows = await context.dataSource.getCollection('orders').list({}, ['created_at', 'total'])
  const points = rows.map(row => ({ date: row.created_at, value: row.total }))
  return name ? resultBuilder.timeBased('Month', points) : resultBuilder.value(total)
})

// @ts-expect-error a collection that does not exist
orders.addChart('drawn', ({ dataSource }, { smart }) => smart(dataSource.getCollection('ordres')))

// @ts-expect-error a field that does not exist
orders.addChart('drawn', async (context, { smart }) => smart(await context.getRecord(['totl'])))

// @ts-expect-error only a result builder makes what a chart shows
orders.addChart('drawn', () => 12)

// @ts-expect-error a range that does not exist
orders.addChart('drawn', (_, { timeBased }) => timeBased('Decade', []))

untyped.addChart('drawn', async (context, resultBuilder) =>
  resultBuilder.smart(await context.getRecord(['any', 'thing:at:all'])),
)
