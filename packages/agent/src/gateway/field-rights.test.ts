import type { FieldRights } from '@service/service-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const hidden: FieldRights = { read: { roles: [2] }, edit: { roles: [2] } }
const locked: FieldRights = { read: true, edit: false }
const unread: FieldRights = { read: false, edit: true }
const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const collections = ['customers', 'addresses', 'orders', 'products', 'order_products']

let open: OpenAgent
let lines: string[]

beforeAll(async () => {
  lines = []
  open = await openAgent(shop(), {
    loggerLevel: 'Debug',
    logger: (_, message) => lines.push(message),
    customize: agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .importField('buyer', { path: 'customer:name' })
          .replaceFieldSorting('status', [{ field: 'total', ascending: true }])
          .addManyToOneRelation('namesake', 'customers', {
            foreignKey: 'reference',
            foreignKeyTarget: 'name',
          })
          .renameField('reference', 'number')
          .addAction('Tell', {
            scope: 'Bulk',
            execute: async ({ getRecordIds }, { success }) =>
              success((await getRecordIds()).sort().join()),
          }),
      ),
  })
})
afterAll(() => open.close())

beforeEach(() => {
  lines.length = 0
  for (const name of collections) restrict(name, {})
})

/** Grants everything except these fields. */
function restrict(collection: string, fields: Readonly<Record<string, FieldRights>>): void {
  open.service.setRights(collection, { ...all, fields, actions: { Tell: true } })
}

const detail = (result: Answer) => `${result.status} ${readError(result).detail}`
const filter = (field: string) => JSON.stringify({ field, operator: 'present' })
const chart = (definition: object) => ({ type: 'Value', aggregator: 'Count', ...definition })
const asEditor = () =>
  open.service.setUser({
    id: 7,
    email: 'ada@example.com',
    roleId: 1,
    permissionLevel: 'editor',
  })
const write = (attributes: object, relationships: object = {}) => ({
  data: { type: 'orders', attributes, relationships },
})

describe('a field the role may not read', () => {
  beforeEach(() => {
    asEditor()
    restrict('orders', { total: hidden })
    restrict('customers', { name: hidden })
  })

  it.each([
    ['GET', '/orders?fields[orders]=id,total', 'total'],
    ['GET', '/orders/1?fields[orders]=total', 'total'],
    ['GET', '/orders.csv?fields[orders]=id,total', 'total'],
    ['GET', '/customers/1/relationships/orders?fields[orders]=total', 'total'],
    ['GET', `/orders?filters=${filter('total')}`, 'total'],
    ['GET', `/orders/count?filters=${filter('customer:name')}`, 'customer:name'],
    ['GET', `/customers/1/relationships/orders/count?filters=${filter('total')}`, 'total'],
    ['GET', '/orders?sort=-total', 'total'],
    ['GET', '/orders?sort=customer.name', 'customer:name'],
    ['GET', '/orders?sort=total&page[after]=', 'total'],
    ['GET', '/orders?sort=status', 'status'],
    ['GET', '/orders?sort=buyer', 'buyer'],
    ['GET', '/orders?fields[orders]=buyer', 'buyer'],
  ])('is refused by name: %s %s', async (method, path, field) => {
    expect(detail(await open.send(method, path))).toBe(
      `403 Your role may not read the field '${field}'.`,
    )
  })

  it('is refused by name in the projection header', async () => {
    for (const name of ['service-projection', 'forest-projection']) {
      const result = await open.get('/orders', { [name]: 'id,customer:name' })
      expect(detail(result)).toBe("403 Your role may not read the field 'customer:name'.")
    }
  })

  it.each([
    chart({ aggregateFieldName: 'total', aggregator: 'Sum' }),
    chart({ filter: { field: 'total', operator: 'present' } }),
    chart({ type: 'Pie', groupByFieldName: 'customer:name' }),
    chart({ type: 'Line', groupByFieldName: 'total', timeRange: 'Day' }),
    chart({ type: 'Leaderboard', labelFieldName: 'total', relationshipFieldName: 'products' }),
  ])('is refused in the chart %o', async definition => {
    expect((await open.send('POST', '/stats/orders', definition)).status).toBe(403)
  })

  it('is refused in the selection of an action and of a deletion', async () => {
    const subset = { filters: filter('total') }
    const attributes = { values: {}, all_records: true, all_records_subset_query: subset }
    const selected = { data: { attributes: { ...attributes, all_records_ids_excluded: [] } } }
    for (const [method, path] of [
      ['POST', '/_actions/orders/0/tell'],
      ['DELETE', '/orders'],
    ] as const) {
      expect(detail(await open.send(method, path, selected))).toMatch(/^403 .*'total'/)
    }
  })

  it('is absent where nobody named it', async () => {
    const list = await open.get('/orders')
    expect(list.status).toBe(200)
    expect(list.text).not.toMatch(/total|10\.5|Ada|buyer/)
    const one = await open.get('/orders/1')
    expect(one.text).not.toMatch(/total|10\.5|Ada/)
    const csv = await open.get('/orders.csv')
    expect(csv.text.split('\n')[0]).toBe(
      'id,number,status,paid_at,labels,details,customer_id,version,customer:id,customer:country,customer:is_vip,customer:born_on',
    )
  })

  it('is absent from capabilities', async () => {
    const body = { collectionNames: ['orders', 'customers'] }
    const { json } = await open.send('POST', '/_internal/capabilities', body)
    const described = json as { collections: { fields: { name: string }[] }[] }
    const [orders, customers] = described.collections.map(({ fields }) => fields.map(f => f.name))
    expect(orders).toContain('status')
    expect(orders).not.toContain('total')
    expect(orders).not.toContain('buyer')
    expect(customers).not.toContain('name')
  })

  it('is not searched, not even when the search names it', async () => {
    const found = async (search: string, isExtended = false) => {
      const extended = isExtended ? '&searchExtended=1' : ''
      const path = `/orders?fields[orders]=id&search=${search}${extended}`
      return ((await open.get(path)).json as { data: object[] }).data.length
    }
    expect(await found('40')).toBe(0)
    expect(await found('total:40')).toBe(0)
    expect(await found('Ada', true)).toBe(0)
    expect(await found('customer.name:Ada', true)).toBe(0)
    expect(await found('O-4')).toBe(1)
  })

  it('is not searched on behalf of an action either', async () => {
    for (const name of collections) restrict(name, {})
    restrict('orders', { total: hidden })
    const tell = async (search: string) => {
      const attributes = {
        values: {},
        all_records: true,
        all_records_ids_excluded: [],
        all_records_subset_query: { search },
      }
      const { json } = await open.send('POST', '/_actions/orders/0/tell', { data: { attributes } })
      return (json as { success: string }).success
    }
    expect(await tell('40')).toBe('')
    expect(await tell('O-4')).toBe('4')
  })

  it('is not among the names an error suggests', async () => {
    for (const path of ['/orders?fields[orders]=totl', '/orders?sort=totl']) {
      const text = detail(await open.get(path))
      expect(text).toMatch(/^400 No field 'totl' on 'orders'\. It has: id, number,/)
      expect(text).not.toContain('total')
    }
    const text = detail(await open.send('PUT', '/orders/1', write({ totl: 1 })))
    expect(text).toMatch(/^400 No field 'totl' on 'orders'/)
    expect(text).not.toContain('total')
  })

  it('is not answered to whoever creates or changes a record', async () => {
    restrict('orders', { total: unread })
    const created = await open.send('POST', '/orders', write({ number: 'O-9', total: 99 }))
    expect(created.status).toBe(200)
    expect(created.text).not.toMatch(/total|99/)
    const { id } = (created.json as { data: { id: string } }).data
    const changed = await open.send('PUT', `/orders/${id}`, write({ total: 98 }))
    expect(changed.status).toBe(200)
    expect(changed.text).not.toMatch(/total|98/)
    await open.send('DELETE', `/orders/${id}`)
  })
})

describe('a relation', () => {
  const related = '/customers/1/relationships/orders'

  it.each([
    ['its own right', 'customers', 'orders'],
    ['the key on the other side', 'orders', 'customer_id'],
  ])('is refused without %s', async (_, collection, field) => {
    restrict(collection, { [field]: hidden })
    for (const path of [related, `${related}/count`, `${related}.csv`]) {
      expect(detail(await open.get(path))).toBe("403 Your role may not read the field 'orders'.")
    }
    expect((await open.get('/customers/1')).text).not.toContain('relationships/orders')
  })

  it('is refused without the right on its junction', async () => {
    open.service.setRights('order_products', false)
    expect((await open.get('/orders/1/relationships/products')).status).toBe(403)
    restrict('order_products', { quantity: hidden })
    expect((await open.get('/orders/1/relationships/products')).status).toBe(200)
  })

  it('does not copy a key the role may not read to where it may', async () => {
    const namesake = { data: { type: 'customers', id: '1' } }
    const move = () => open.send('PUT', '/orders/2/relationships/namesake', namesake)
    restrict('customers', { name: hidden })
    expect(detail(await move())).toBe("403 Your role may not read the field 'namesake'.")
    expect((await open.get('/orders/2')).text).not.toContain('Ada')
    const created = await open.send('POST', '/orders', write({}, { namesake }))
    expect(detail(created)).toBe("403 Your role may not read the field 'namesake'.")
    restrict('customers', {})
    expect((await move()).status).toBe(204)
    expect((await open.get('/orders/2')).text).toContain('"number":"Ada"')
    await open.send('PUT', '/orders/2', write({ number: 'O-2' }))
  })

  it('is left out of a list when its key is hidden', async () => {
    restrict('orders', { customer_id: hidden, namesake: hidden })
    const { text } = await open.get('/orders')
    expect(text).not.toMatch(/customer|Ada/)
    expect((await open.get('/orders?fields[orders]=customer&fields[customer]=name')).status).toBe(
      403,
    )
  })

  it('follows the collection in its primary key, whatever the rights on that say', async () => {
    restrict('orders', { id: hidden })
    expect((await open.get('/orders?fields[orders]=id&sort=-id')).status).toBe(200)
    expect((await open.get(related)).status).toBe(200)
  })
})

describe('a field the role may not write', () => {
  beforeEach(() => {
    restrict('orders', { total: locked, customer_id: locked })
    restrict('addresses', { customer_id: locked })
  })

  it('is refused in a creation, a change and a list element', async () => {
    const refused = "403 Your role may not write the field 'total'."
    expect(detail(await open.send('POST', '/orders', write({ total: 1 })))).toBe(refused)
    expect(detail(await open.send('PUT', '/orders/1', write({ total: 1 })))).toBe(refused)
    restrict('orders', { labels: locked })
    const element = await open.send('PUT', '/orders/1/relationships/labels/0', {
      data: { attributes: 'x' },
    })
    expect(detail(element)).toBe("403 Your role may not write the field 'labels'.")
  })

  it('is refused where a relation stores it', async () => {
    const customer = { data: { type: 'customers', id: '2' } }
    const created = await open.send('POST', '/orders', write({ number: 'O-8' }, { customer }))
    expect(detail(created)).toBe("403 Your role may not write the field 'customer'.")
    const moved = await open.send('PUT', '/orders/1/relationships/customer', customer)
    expect(detail(moved)).toBe("403 Your role may not write the field 'customer'.")
    const orders = { data: [{ type: 'orders', id: '4' }] }
    for (const method of ['POST', 'DELETE']) {
      const result = await open.send(method, '/customers/1/relationships/orders', orders)
      expect(detail(result)).toBe("403 Your role may not write the field 'orders'.")
    }
    const address = { data: { type: 'addresses', id: '2' } }
    const settled = await open.send('PUT', '/customers/1/relationships/address', address)
    expect(detail(settled)).toBe("403 Your role may not write the field 'address'.")
  })

  it('is refused through an imported one', async () => {
    restrict('customers', { name: locked })
    expect(detail(await open.send('PUT', '/orders/1', write({ buyer: 'Eve' })))).toBe(
      "403 Your role may not write the field 'buyer'.",
    )
  })

  it('can be read', async () => {
    expect((await open.get('/orders?fields[orders]=total&sort=total')).status).toBe(200)
  })
})

describe('a rule on a field the role may not read', () => {
  it('is broken without being told', async () => {
    restrict('customers', { name: unread })
    const created = await open.send('POST', '/customers', write({ country: 'FR' }))
    expect(readError(created)).toMatchObject({ status: 400, code: 'hidden_rule' })
    expect(created.text).not.toContain("'name'")
    restrict('customers', {})
    const named = await open.send('POST', '/customers', write({ country: 'FR' }))
    expect(readError(named)).toMatchObject({ data: { columns: ['name'] } })
  })
})

describe('a refusal', () => {
  const asLevel = (permissionLevel: string) =>
    open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel })
  const refused = async (path: string) => readError(await open.get(path))

  it('names its rule, and why only to administrators', async () => {
    restrict('orders', { customer_id: hidden })
    asLevel('admin')
    expect(await refused('/orders?sort=customer.name')).toMatchObject({
      name: 'ForbiddenError',
      data: {
        rule: {
          kind: 'field',
          right: 'read',
          collection: 'orders',
          field: 'customer',
          role: 'Operator',
          reason: "'customer' uses the key 'orders.customer_id', which the role may not read.",
        },
      },
    })
    open.service.setRights('orders', { read: true })
    expect(await refused('/orders')).toMatchObject({
      data: { rule: { kind: 'collection', right: 'browse', collection: 'orders' } },
    })
    asLevel('editor')
    expect((await refused('/orders')).data).toEqual({
      rule: { kind: 'collection', right: 'browse', role: 'Operator', collection: 'orders' },
    })
    open.service.setRights('orders', { browse: true, read: true })
    restrict('orders', { customer_id: hidden })
    // The message names the path that was asked for, not what is behind it.
    expect((await refused('/orders?sort=customer.name')).data).toEqual({
      rule: { kind: 'field', right: 'read', role: 'Operator', field: 'customer' },
    })
  })

  it('is a line of the log at level Debug', async () => {
    asLevel('user')
    restrict('orders', { total: hidden })
    await refused('/orders?sort=total')
    expect(lines.filter(line => line.startsWith('Refused'))).toEqual([
      expect.stringContaining("The role may not read 'total'."),
    ])
  })
})
