import type { Agent, AuditTrail, InProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { startAgent } from '@service/test-support/agent'
import {
  generatedKey,
  orderProductColumns,
  productColumns,
  shopRelations,
} from '@service/test-support/shop'

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: {
    readonly data: Readonly<Record<string, unknown>>[] & Readonly<Record<string, unknown>>
    readonly meta: { readonly count: number; readonly availableUsers?: readonly object[] }
    readonly errors: readonly { readonly name: string; readonly detail: string }[]
  }
}

/** A started agent with an audit trail, to which Ada is signed in. */
export interface Audited {
  readonly service: InProcessService
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
  const logged: string[] = []
  const { dataSource = shop(), include, customize } = options
  const { service, url, token, close } = await startAgent(
    agent => {
      agent.addDataSource(dataSource, include && { include })
      customize?.(agent)
    },
    {
      people: {
        users: [
          { id: 1, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 },
          { id: 2, email: 'bob@example.com', firstName: 'Bob', lastName: 'Ray', roleId: 2 },
        ],
        rights: true,
      },
      logger: (level, message) => logged.push(`${level} ${message}`),
      loggerLevel: 'Warn',
      auditTrail,
    },
  )
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
    close,
  }
}

/** Orders of customers, with a column of every kind that is stored in its own form. */
export const shop = (): DataSourceFactory =>
  createMemoryDataSource({
    customers: {
      columns: { id: generatedKey, name: 'String', iban: 'String', country: 'String' },
      relations: shopRelations.customers,
      records: [
        { id: 1, name: 'Ada', iban: 'FR76', country: 'FR' },
        { id: 2, name: 'Bob', iban: 'US12', country: 'US' },
      ],
    },
    orders: {
      columns: {
        id: generatedKey,
        status: 'String',
        total: 'Number',
        paid_at: 'Date',
        photo: 'Binary',
        details: 'Json',
        customer_id: 'Number',
      },
      relations: shopRelations.orders,
      records: [order(1, 'draft', 1), order(2, 'draft', 1), order(3, 'paid', 2)],
    },
    products: {
      columns: productColumns,
      records: [{ sku: 'a|b', title: 'Odd key' }],
    },
    order_products: { columns: orderProductColumns },
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
