import { createMemoryDataSource } from '@service/datasource-memory'
import { startAgent } from '@service/test-support/agent'
import {
  generatedKey,
  orderProductColumns,
  productColumns,
  shopRelations,
} from '@service/test-support/shop'
import { createAgentClient } from '../create-agent-client.js'
import type { Schema } from '../typings/schema.js'
import { addForms } from './forms.js'

/** The generated typings of the shop. */
export type ShopSchema = {
  customers: {
    columns: { id: number; name: string; country: string | null }
    toOne: object
    toMany: { orders: 'orders' }
    maxDepth: 2
  }
  orders: {
    columns: {
      id: number
      reference: string
      total: number | null
      labels: string[] | null
      paid_at: string | null
      customer_id: number | null
    }
    toOne: { customer: 'customers' }
    toMany: { products: 'products' }
    maxDepth: 2
  }
  products: {
    columns: { sku: string; title: string }
    toOne: object
    toMany: object
    maxDepth: 2
  }
  order_products: {
    columns: { order_id: number; sku: string; quantity: number }
    toOne: { order: 'orders' }
    toMany: object
    maxDepth: 2
  }
}

const source = () =>
  createMemoryDataSource({
    customers: {
      columns: { id: generatedKey, name: 'String', country: 'String' },
      relations: shopRelations.customers,
      records: [
        { id: 0, name: 'Nobody', country: null },
        { id: 1, name: 'Ada', country: 'FR' },
        { id: 2, name: 'Bob', country: 'US' },
      ],
    },
    orders: {
      columns: {
        id: generatedKey,
        reference: 'String',
        total: 'Number',
        labels: ['String'],
        paid_at: 'Date',
        customer_id: 'Number',
      },
      relations: shopRelations.orders,
      records: [1, 2, 3].map(id => ({
        id,
        reference: `O-${id}`,
        total: id * 10,
        labels: ['new'],
        paid_at: `2024-01-0${id}T23:30:00.000Z`,
        customer_id: id === 3 ? 0 : 1,
      })),
    },
    products: {
      columns: productColumns,
      records: [
        { sku: 'pen', title: 'Pen' },
        { sku: 'a|b/c', title: 'Odd, "key"' },
      ],
    },
    order_products: {
      columns: orderProductColumns,
      relations: { order: shopRelations.order_products.order },
      records: [
        { order_id: 1, sku: 'pen', quantity: 2 },
        { order_id: 1, sku: 'a|b/c', quantity: 1 },
      ],
    },
  })

/** Opens a shop behind `agent.fetch`, with functions that create clients for it. */
export async function openShop() {
  const started = await startAgent(agent => {
    agent.addDataSource(source())
    addForms(agent)
  })
  const { service, url: agentUrl, token, schemaPath } = started
  const requests: { readonly url: string; readonly init: RequestInit }[] = []
  const options = {
    agentUrl,
    token,
    schemaPath,
    fetch(url: string, init: RequestInit) {
      requests.push({ url, init })
      return fetch(url, init)
    },
  }
  return {
    service,
    options,
    /** The requests of clients, the oldest first. */
    requests,
    client: <S extends Schema = ShopSchema>(more: object = {}) =>
      createAgentClient<S>({ ...options, ...more }),
    close: started.close,
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
