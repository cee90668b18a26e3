import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, type AuditTrail, createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: {
    readonly data: Readonly<Record<string, unknown>>[] & Readonly<Record<string, unknown>>
    readonly meta: { readonly count: number; readonly availableUsers?: readonly object[] }
    readonly errors: readonly { readonly name: string; readonly detail: string }[]
  }
}

/** A started agent with an audit trail, and Ada signed in to it. */
export interface Audited {
  readonly service: ReturnType<typeof createInProcessService>
  readonly logged: string[]
  send(method: string, path: string, body?: unknown): Promise<Answer>
  close(): Promise<void>
}

export async function openAudited(
  auditTrail: AuditTrail,
  options: {
    readonly dataSource?: DataSourceFactory
    readonly include?: readonly string[]
    readonly customize?: (agent: Agent) => unknown
  } = {},
): Promise<Audited> {
  const folder = await mkdtemp(join(tmpdir(), 'audited-'))
  const logged: string[] = []
  const service = createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 },
      { id: 2, email: 'bob@example.com', firstName: 'Bob', lastName: 'Ray', roleId: 2 },
    ],
    rights: true,
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    schemaPath: join(folder, 'schema.json'),
    logger: (level, message) => logged.push(`${level} ${message}`),
    loggerLevel: 'Warn',
    service,
    auditTrail,
  })
  const { include } = options
  agent.addDataSource(options.dataSource ?? shop(), include && { include })
  options.customize?.(agent)
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const token = await service.signIn(url, 1)
  return {
    service,
    logged,
    async send(method, path, body) {
      const response = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}timezone=UTC`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        json: text === '' ? undefined : JSON.parse(text),
      }
    },
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

const key = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const

/** Orders of customers, with a column of every kind that is kept in a form of its own. */
export const shop = (): DataSourceFactory =>
  createMemoryDataSource({
    customers: {
      columns: { id: key, name: 'String', iban: 'String', country: 'String' },
      relations: {
        orders: {
          kind: 'OneToMany',
          foreignCollection: 'orders',
          keys: [{ from: 'id', to: 'customer_id' }],
        },
      },
      records: [
        { id: 1, name: 'Ada', iban: 'FR76', country: 'FR' },
        { id: 2, name: 'Bob', iban: 'US12', country: 'US' },
      ],
    },
    orders: {
      columns: {
        id: key,
        status: 'String',
        total: 'Number',
        paid_at: 'Date',
        photo: 'Binary',
        details: 'Json',
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
          throughCollection: 'lines',
          originKeys: [{ from: 'id', to: 'order_id' }],
          foreignKeys: [{ from: 'sku', to: 'sku' }],
        },
      },
      records: [order(1, 'draft', 1), order(2, 'draft', 1), order(3, 'paid', 2)],
    },
    products: {
      columns: { sku: { type: 'String', isPrimaryKey: true }, title: 'String' },
      records: [{ sku: 'a|b', title: 'Odd key' }],
    },
    lines: {
      columns: {
        order_id: { type: 'Number', isPrimaryKey: true },
        sku: { type: 'String', isPrimaryKey: true },
      },
    },
  })

function order(id: number, status: string, customer: number) {
  return {
    id,
    status,
    total: 10,
    paid_at: null,
    photo: null,
    details: null,
    customer_id: customer,
  }
}
