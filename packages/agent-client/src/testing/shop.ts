import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createAgentClient } from '../create-agent-client.js'
import type { Schema } from '../typings/schema.js'
import { addForms } from './forms.js'

const key = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const

/** What the typings of the shop say. */
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
      columns: { id: key, name: 'String', country: 'String' },
      relations: {
        orders: {
          kind: 'OneToMany',
          foreignCollection: 'orders',
          keys: [{ from: 'id', to: 'customer_id' }],
        },
      },
      records: [
        { id: 0, name: 'Nobody', country: null },
        { id: 1, name: 'Ada', country: 'FR' },
        { id: 2, name: 'Bob', country: 'US' },
      ],
    },
    orders: {
      columns: {
        id: key,
        reference: 'String',
        total: 'Number',
        labels: ['String'],
        paid_at: 'Date',
        customer_id: 'Number',
      },
      relations: {
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
      columns: { sku: { type: 'String', isPrimaryKey: true }, title: 'String' },
      records: [
        { sku: 'pen', title: 'Pen' },
        { sku: 'a|b/c', title: 'Odd, "key"' },
      ],
    },
    order_products: {
      columns: {
        order_id: { type: 'Number', isPrimaryKey: true },
        sku: { type: 'String', isPrimaryKey: true },
        quantity: 'Number',
      },
      relations: {
        order: {
          kind: 'ManyToOne',
          foreignCollection: 'orders',
          keys: [{ from: 'order_id', to: 'id' }],
        },
      },
      records: [
        { order_id: 1, sku: 'pen', quantity: 2 },
        { order_id: 1, sku: 'a|b/c', quantity: 1 },
      ],
    },
  })

/** A shop behind `agent.fetch`, and what it takes to open clients of it. */
export async function openShop() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-client-'))
  const user = { id: 1, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' }
  const service = createInProcessService({ users: [user], rights: true })
  const schemaPath = join(folder, 'schema.json')
  const agent: Agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    schemaPath,
    service,
  })
  agent.addDataSource(source())
  addForms(agent)
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const token = await service.signIn(agentUrl, user.id)
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
    /** What clients sent, the oldest first. */
    requests,
    client: <S extends Schema = ShopSchema>(more: object = {}) =>
      createAgentClient<S>({ ...options, ...more }),
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
