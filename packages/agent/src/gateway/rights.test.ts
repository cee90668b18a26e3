import type { Right } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

type Needs = Readonly<Record<string, readonly Right[]>>

interface Case {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** The smallest set of rights that is sufficient. */
  readonly needs: Needs
}

const attributes = { reference: 'O-new' }
const chart = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
const related = '/customers/1/relationships/orders'
const filters = encodeURIComponent('{"field":"customer:name","operator":"present"}')

const cases: readonly Case[] = [
  { method: 'GET', path: '/orders', needs: { orders: ['browse'] } },
  { method: 'GET', path: '/orders/count', needs: { orders: ['browse'] } },
  { method: 'GET', path: '/orders.csv', needs: { orders: ['browse', 'export'] } },
  { method: 'GET', path: '/orders/1', needs: { orders: ['read'] } },
  {
    method: 'GET',
    path: '/orders?fields[orders]=id,customer&fields[customer]=name',
    needs: { orders: ['browse'], customers: ['browse'] },
  },
  {
    method: 'GET',
    path: '/orders?sort=customer.name',
    needs: { orders: ['browse'], customers: ['read'] },
  },
  {
    method: 'GET',
    path: `/orders/count?filters=${filters}`,
    needs: { orders: ['browse'], customers: ['read'] },
  },
  {
    method: 'GET',
    path: `/orders.csv?filters=${filters}`,
    needs: { orders: ['browse', 'export'], customers: ['browse'] },
  },
  {
    method: 'POST',
    path: '/orders',
    body: { data: { type: 'orders', attributes } },
    needs: { orders: ['add'] },
  },
  {
    method: 'PUT',
    path: '/orders/1',
    body: { data: { type: 'orders', id: '1', attributes } },
    needs: { orders: ['edit'] },
  },
  {
    method: 'PUT',
    path: '/orders/1/relationships/labels/0',
    body: { data: { attributes: 'old' } },
    needs: { orders: ['edit'] },
  },
  { method: 'DELETE', path: '/orders/4', needs: { orders: ['delete'] } },
  {
    method: 'DELETE',
    path: '/orders',
    body: { data: { attributes: { ids: ['4'] }, type: 'action-requests' } },
    needs: { orders: ['delete'] },
  },
  { method: 'GET', path: related, needs: { customers: ['read'], orders: ['browse'] } },
  { method: 'GET', path: `${related}/count`, needs: { customers: ['read'], orders: ['browse'] } },
  {
    method: 'GET',
    path: `${related}.csv`,
    needs: { customers: ['read'], orders: ['browse', 'export'] },
  },
  {
    method: 'POST',
    path: related,
    body: { data: [{ id: '4', type: 'orders' }] },
    needs: { customers: ['read'], orders: ['edit'] },
  },
  {
    method: 'DELETE',
    path: related,
    body: { data: [{ id: '1', type: 'orders' }] },
    needs: { customers: ['read'], orders: ['edit'] },
  },
  {
    method: 'DELETE',
    path: `${related}?delete=true`,
    body: { data: [{ id: '2', type: 'orders' }] },
    needs: { customers: ['read'], orders: ['delete'] },
  },
  {
    method: 'GET',
    path: '/orders/1/relationships/products',
    needs: { orders: ['read'], products: ['browse'], order_products: ['browse'] },
  },
  {
    method: 'POST',
    path: '/orders/1/relationships/products',
    body: { data: [{ id: 'cup', type: 'products' }] },
    needs: { orders: ['read'], products: ['edit'] },
  },
  {
    method: 'PUT',
    path: '/orders/1/relationships/customer',
    body: { data: { id: '2', type: 'customers' } },
    needs: { orders: ['edit'], customers: ['browse'] },
  },
  {
    method: 'PUT',
    path: '/customers/1/relationships/address',
    body: { data: { id: '2', type: 'addresses' } },
    needs: { customers: ['read'], addresses: ['edit'] },
  },
  { method: 'POST', path: '/stats/orders', body: chart, needs: { orders: ['browse'] } },
  { method: 'GET', path: '/_charts/orders/drawn?record_id=1', needs: { orders: ['read'] } },
  {
    method: 'POST',
    path: '/_charts/orders/drawn',
    body: { record_id: 1 },
    needs: { orders: ['read'] },
  },
]

/** The needs with one right left out, for each right. */
const lesser = (needs: Needs): Needs[] =>
  Object.entries(needs).flatMap(([collection, rights]) =>
    rights.map(right => ({ ...needs, [collection]: rights.filter(other => other !== right) })),
  )

const statusWith = async ({ method, path, body }: Case, granted: Needs): Promise<number> => {
  const open = await openAgent(shop(), {
    customize: agent =>
      agent.customizeCollection('orders', orders =>
        orders.addChart('drawn', (_, resultBuilder) => resultBuilder.percentage(1)),
      ),
  })
  try {
    open.service.setCharts(1, [chart])
    for (const collection of ['orders', 'customers', 'addresses', 'products', 'order_products']) {
      const rights = granted[collection] ?? []
      open.service.setRights(
        collection,
        Object.fromEntries(rights.map(right => [right, { roles: [1] }])),
      )
    }
    const answer = await open.send(method, path, body)
    return answer.status
  } finally {
    await open.close()
  }
}

describe.each(cases)('$method $path', request => {
  it('answers whoever has just the rights it needs', async () => {
    expect(await statusWith(request, request.needs)).toBeLessThan(300)
  })

  it.each(lesser(request.needs))('refuses whoever has only %o', async granted => {
    expect(await statusWith(request, granted)).toBe(403)
  })
})
