import { createMemoryDataSource } from '@service/datasource-memory'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

async function withAgent(
  customize: (agent: Agent) => unknown,
  use: (open: OpenAgent) => Promise<void>,
): Promise<void> {
  const open = await openAgent(shop(), { customize })
  try {
    await use(open)
  } finally {
    await open.close()
  }
}

/** Records each hook that runs, as `Before Update of addresses`. */
const watch =
  (seen: string[], ...names: string[]) =>
  (agent: Agent) => {
    for (const name of names) {
      agent.customizeCollection(name, collection => {
        for (const position of ['Before', 'After'] as const) {
          for (const type of ['List', 'Create', 'Update', 'Delete', 'Aggregate'] as const) {
            collection.addHook(position, type, () => {
              seen.push(`${position} ${type} of ${name}`)
            })
          }
        }
      })
    }
  }

const around = (...types: string[]) => types.flatMap(type => [`Before ${type}`, `After ${type}`])

describe('hooks', () => {
  it.each([
    ['GET', '/orders', undefined, around('List of orders')],
    ['GET', '/orders/1', undefined, around('List of orders')],
    ['GET', '/orders.csv', undefined, around('List of orders')],
    ['GET', '/orders/count', undefined, around('Aggregate of orders')],
    ['GET', '/customers/1/relationships/orders', undefined, around('List of orders')],
    ['GET', '/customers/1/relationships/orders.csv', undefined, around('List of orders')],
    ['GET', '/orders/1/relationships/products/count', undefined, around('Aggregate of products')],
    ['POST', '/orders', { data: { attributes: { total: 1 } } }, around('Create of orders')],
    [
      'PUT',
      '/orders/1',
      { data: { attributes: { total: 1 } } },
      around('Update of orders', 'List of orders'),
    ],
    ['DELETE', '/orders/1', undefined, around('Delete of orders')],
    ['DELETE', '/orders', { data: { attributes: { ids: ['1'] } } }, around('Delete of orders')],
    ['PUT', '/orders/1/relationships/customer', { data: { id: '2' } }, around('Update of orders')],
    [
      'PUT',
      '/customers/1/relationships/address',
      { data: { id: '2' } },
      around('Update of addresses', 'Update of addresses'),
    ],
    [
      'PUT',
      '/customers/2/relationships/address',
      { data: { id: '2' } },
      around('Update of addresses'),
    ],
    [
      'POST',
      '/customers/2/relationships/orders',
      { data: [{ id: '1' }] },
      around('Update of orders'),
    ],
    [
      'POST',
      '/orders/3/relationships/products',
      { data: [{ id: 'cup' }] },
      around('Create of order_products'),
    ],
    [
      'DELETE',
      '/orders/1/relationships/products',
      { data: [{ id: 'pen' }] },
      around('Delete of order_products'),
    ],
    [
      'DELETE',
      '/customers/1/relationships/orders?delete=true',
      { data: [{ id: '1' }] },
      around('Delete of orders'),
    ],
    [
      'PUT',
      '/orders/1/relationships/labels/0',
      { data: { attributes: 'x' } },
      around('Update of orders'),
    ],
  ])(
    'of %s %s run for what is asked, not for what is looked up',
    async (method, path, body, expected) => {
      const seen: string[] = []
      const names = ['orders', 'customers', 'addresses', 'products', 'order_products']
      await withAgent(watch(seen, ...names), async open => {
        const { status } = await open.send(method, path, body)
        expect(status).toBeLessThan(300)
        expect(seen).toEqual(expected)
      })
    },
  )

  it('change what is shown and end requests with their own words', async () => {
    const customize = (agent: Agent) =>
      agent.customizeCollection('customers', customers =>
        customers
          .addHook('After', 'List', ({ records, caller }) => {
            for (const record of records) record.country = `seen by ${caller.firstName}`
          })
          .addHook('Before', 'Delete', ({ throwForbiddenError }) =>
            throwForbiddenError('Customers stay.'),
          ),
      )
    await withAgent(customize, async open => {
      const { json } = await open.get('/customers?fields[customers]=country&page[size]=1')
      expect(json).toMatchObject({ data: [{ attributes: { country: 'seen by Ada' } }] })
      const { text } = await open.get('/customers.csv?fields[customers]=id,country')
      expect(text).toContain('3,seen by Ada\n')
      const refused = await open.send('DELETE', '/customers/1')
      expect([refused.status, readError(refused).detail]).toEqual([403, 'Customers stay.'])
    })
  })
})

describe('rules', () => {
  it('name the field as clients know it, in related records as well', async () => {
    const customize = (agent: Agent) =>
      agent
        .customizeCollection('orders', orders =>
          orders
            .importField('buyer', { path: 'customer:name' })
            .renameField('total', 'amount')
            .addFieldValidation('total', 'GreaterThan', 0)
            .addFieldValidation('paid_at', 'Past'),
        )
        .customizeCollection('customers', customers =>
          customers.addFieldValidation('name', 'Present'),
        )
    await withAgent(customize, async open => {
      const refusal = async (method: string, path: string, attributes: object) => {
        const answer = await open.send(method, path, { data: { attributes } })
        expect(answer.status).toBe(400)
        return readError(answer).detail
      }
      expect(await refusal('PUT', '/orders/1', { amount: 0 })).toBe(
        "'amount' must be greater than 0.",
      )
      expect(await refusal('POST', '/orders', { paid_at: '2999-01-01T00:00:00Z' })).toBe(
        "'paid_at' must be in the past.",
      )
      expect(await refusal('PUT', '/orders/1', { buyer: '' })).toBe("'name' is required.")
      expect(await refusal('PUT', '/customers/1', { name: '' })).toBe("'name' is required.")
    })
  })
})

describe('bytes inside lists and objects', () => {
  it('travel as text both ways', async () => {
    const factory = createMemoryDataSource({
      files: {
        columns: {
          id: { type: 'Number', isPrimaryKey: true },
          parts: ['Binary'],
          meta: { type: { name: 'String', hash: 'Binary' } },
        },
        records: [{ id: 1, parts: [new Uint8Array([1])], meta: null }],
      },
    })
    const open = await openAgent(factory, {
      customize: agent =>
        agent.customizeCollection('files', files =>
          files.replaceFieldBinaryMode('parts', 'hex').replaceFieldBinaryMode('meta', 'hex'),
        ),
    })
    const put = (attributes: object) => open.send('PUT', '/files/1', { data: { attributes } })
    const { json } = await put({ parts: ['ff', '00'], meta: { name: 'a', hash: 'cafe' } })
    const attributes = { parts: ['ff', '00'], meta: { name: 'a', hash: 'cafe' } }
    expect(json).toMatchObject({ data: { attributes } })
    const wrong = await put({ meta: { hash: 'xyz' } })
    expect([wrong.status, readError(wrong).detail]).toEqual([
      400,
      '\'meta\': "xyz" is not binary (a data URI or hexadecimal digits).',
    ])
    const { json: capabilities } = await open.send('POST', '/_internal/capabilities', {
      collectionNames: ['files'],
    })
    expect(capabilities).toMatchObject({
      collections: [{ fields: [{ name: 'id' }, { name: 'parts', type: ['String'] }] }],
    })
    await open.close()
  })
})
