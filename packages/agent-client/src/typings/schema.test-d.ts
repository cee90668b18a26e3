import { createAgentClient } from '../create-agent-client.js'
import type { ShopSchema } from '../testing/shop.js'

const options = { agentUrl: 'http://localhost:3351/service', token: 'x' }
const client = createAgentClient<ShopSchema>(options)
const untyped = createAgentClient(options)

export async function typed(): Promise<void> {
  const orders = client.collection('orders')
  // @ts-expect-error there is no such collection
  client.collection('nothing')

  const [order] = await orders.list({ fields: ['reference', 'customer:name'] })
  const reference: string | undefined = order?.reference
  const name: string | undefined = order?.customer?.name
  // @ts-expect-error it was not asked for
  order?.total
  // @ts-expect-error customers have no such column
  await orders.list({ fields: ['customer:total'] })
  // @ts-expect-error orders have no such column
  await orders.list({ filters: { field: 'nothing', operator: 'Equal', value: 1 } })
  // @ts-expect-error there is no such operator
  await orders.list({ filters: { field: 'total', operator: 'Equals', value: 1 } })

  const full = await orders.getOne(1)
  const total: number | null = full.total
  const country: string | null | undefined = full.customer?.country
  // @ts-expect-error the total is a number
  await orders.create({ total: 'x' })
  // @ts-expect-error there is no such relation
  orders.relation('nothing', 1)
  const [product] = await orders.relation('products', 1).list({ fields: ['sku'] })
  const sku: string | undefined = product?.sku
  const own = await orders.list<{ id: number }>()
  const id: number | undefined = own[0]?.id

  const [row] = await untyped.collection('anything').list({ fields: ['any:thing'] })
  const value: unknown = row?.any
  void [reference, name, total, country, sku, id, value]
}
