import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizes } from './demo-data.js'
import { type OpenStore, openStore } from './testing/open-store.js'
import { type PreparedShop, prepareShop } from './testing/prepare-shop.js'

type Attributes = Record<string, unknown>
type Person = 'manager' | 'support'

interface Listed {
  readonly id: string
  readonly attributes: Attributes
}

let shop: PreparedShop
let store: OpenStore

beforeAll(async () => {
  shop = await prepareShop()
  store = await openStore(shop)
})

afterAll(async () => {
  await store?.stop()
  await shop?.remove()
})

async function send(method: string, path: string, body?: object, person: Person = 'manager') {
  const separator = path.includes('?') ? '&' : '?'
  const response = await fetch(`${store.agentUrl}${path}${separator}timezone=Europe/Paris`, {
    method,
    headers: {
      authorization: `Bearer ${store.sessions[person]}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

async function list(path: string, person?: Person): Promise<Listed[]> {
  const { status, body } = await send('GET', path, undefined, person)
  expect(body.errors).toBeUndefined()
  expect(status).toBe(200)
  return body.data
}

const readAttributes = async (path: string): Promise<Attributes> =>
  (await send('GET', path)).body.data.attributes
const write = (method: string, path: string, type: string, attributes: Attributes) =>
  send(method, path, { data: { type, attributes } })
const run = (path: string, attributes: object, person?: Person) =>
  send('POST', `/_actions/${path}`, { data: { attributes: { values: {}, ...attributes } } }, person)
const chart = async (path: string) => (await send('GET', `/_charts/${path}`)).body
const filtered = (filter: object) => `filters=${encodeURIComponent(JSON.stringify(filter))}`

describe('customers', () => {
  it('have a full name to sort, filter and write by', async () => {
    const sorted = await list(
      '/customers?sort=full_name&page[size]=400&fields[customers]=full_name',
    )
    const names = sorted.map(({ attributes }) => String(attributes.full_name))
    const lastNames = names.map(name => name.split(' ')[1])
    expect(lastNames).toEqual([...lastNames].sort())
    const [name] = names
    const equal = { field: 'full_name', operator: 'equal', value: name }
    const twins = await list(`/customers?page[size]=400&${filtered(equal)}`)
    expect(twins.length).toBe(names.filter(other => other === name).length)

    expect(
      (await write('PUT', '/customers/7', 'customers', { full_name: 'Zoé  de Wit ' })).status,
    ).toBe(200)
    expect(await readAttributes('/customers/7')).toMatchObject({
      first_name: 'Zoé',
      last_name: 'de Wit',
      full_name: 'Zoé de Wit',
    })
    const contains = { field: 'full_name', operator: 'i_contains', value: 'wit zoé' }
    expect((await list(`/customers?${filtered(contains)}`)).map(({ id }) => id)).toEqual(['7'])
    const refused = await write('PUT', '/customers/7', 'customers', { full_name: 'Zoé' })
    expect(refused.body.errors[0].detail).toContain('A customer has a first and a last name.')
  })

  it('write their city through their address', async () => {
    await write('PUT', '/customers/8', 'customers', { city: 'Lyon' })
    const [address] = await list(
      `/addresses?${filtered({ field: 'customer_id', operator: 'equal', value: 8 })}`,
    )
    expect(address?.attributes.city).toBe('Lyon')
  })

  it('are checked, and show no technical columns', async () => {
    const wrong = await write('PUT', '/customers/8', 'customers', { email: 'nobody' })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors[0].detail).toContain('email')
    expect(await readAttributes('/customers/8')).not.toHaveProperty('preferences')
  })

  it('lose spaces around their texts by a plugin', async () => {
    await write('PUT', '/customers/9', 'customers', { last_name: '  Okafor ' })
    expect((await readAttributes('/customers/9')).last_name).toBe('Okafor')
  })

  it('are closed instead of deleted, unless they have money left', async () => {
    const customers = await list('/customers?sort=id&page[size]=100')
    const poor = customers.find(({ attributes }) => Number(attributes.balance) < 500)
    const rich = customers.find(({ attributes }) => Number(attributes.balance) > 500)
    expect((await send('DELETE', `/customers/${poor?.id}`)).status).toBe(204)
    expect((await readAttributes(`/customers/${poor?.id}`)).status).toBe('closed')
    const refused = await send('DELETE', `/customers/${rich?.id}`)
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].detail).toContain('to spend')
  })

  it('are found by segments: their own, and one of a plugin', async () => {
    expect(await list('/customers?segment=Best%20customers&page[size]=100')).toHaveLength(20)
    const active = await list('/customers?segment=Active')
    expect(active[0]?.attributes.status).toBe('active')
    await list('/customers?segment=Last%2030%20days')
    const wrong = await send('GET', '/customers?segment=Activ')
    expect(wrong.body.errors[0].detail).toMatch(/Did you mean 'Active'\?$/)
  })

  it('have a chart of what they spent', async () => {
    const points = await chart('customers/spending?record_id=1')
    expect(points[0]).toMatchObject({
      label: expect.any(String),
      values: { value: expect.any(Number) },
    })
  })
})

describe('orders', () => {
  it('show their customer, where they go and their parcels', async () => {
    const [order] = await list(
      `/orders?sort=id&page[size]=1&${filtered({ field: 'shipped_at', operator: 'present' })}`,
    )
    const { attributes } = order as Listed
    expect(attributes.customer_name).toMatch(/^\S+ \S+/)
    expect(attributes.customer_email).toMatch(/@shop\.example$/)
    expect(attributes.parcels).toEqual([
      { code: `PX-${attributes.reference}`, state: 'Handed over', seen_at: attributes.shipped_at },
    ])
    const products = await list(`/orders/${order?.id}/relationships/products`)
    expect(products.length).toBeGreaterThan(0)
    const projected = `/orders/${order?.id}?fields[orders]=delivery_address&fields[delivery_address]=city`
    expect((await send('GET', projected)).body.included[0].attributes.city).toEqual(
      expect.any(String),
    )
  })

  it('can be filtered and sorted by what is computed in memory', async () => {
    const slow = { field: 'hours_to_ship', operator: 'greater_than', value: 100 }
    const orders = await list(
      `/orders?sort=-hours_to_ship&page[size]=5&fields[orders]=hours_to_ship&${filtered(slow)}`,
    )
    const hours = orders.map(({ attributes }) => Number(attributes.hours_to_ship))
    expect(hours).toHaveLength(5)
    expect(hours).toEqual([...hours].sort((a, b) => b - a))
    expect(Math.min(...hours)).toBeGreaterThan(100)
  })

  it('get a reference of their own, and a date when they are shipped', async () => {
    const made = await write('POST', '/orders', 'orders', { customer_id: 1, total: 5 })
    expect(made.status).toBe(200)
    expect(made.body.data.attributes.reference).toMatch(/^WEB-[0-9a-f]{8}$/)
    const shipped = await write('PUT', `/orders/${made.body.data.id}`, 'orders', {
      status: 'shipped',
    })
    expect(Date.parse(shipped.body.data.attributes.shipped_at)).toBeGreaterThan(0)
  })

  it('add up their lines', async () => {
    const order = await write('POST', '/orders', 'orders', { customer_id: 1 })
    const order_id = Number(order.body.data.id)
    const line = { order_id, product_id: 1, quantity: 2, unit_price: 12.5 }
    expect((await write('POST', '/order_items', 'order_items', line)).status).toBe(200)
    expect((await readAttributes(`/orders/${order_id}`)).total).toBe(25)
  })

  it('are refunded by managers, within what they cost', async () => {
    const { total } = await readAttributes('/orders/5?fields[orders]=total')
    const form = await send('POST', '/_actions/orders/0/refund/hooks/load', {
      data: { attributes: { ids: ['5'] } },
    })
    expect(form.body.fields.map(({ field }: { field: string }) => field)).toEqual([
      'Amount',
      'Reason',
    ])
    expect(form.body.fields[0].value).toBe(total)
    const values = { Amount: 1, Reason: 'Late' }
    expect((await run('orders/0/refund', { ids: ['5'], values }, 'support')).status).toBe(403)
    expect((await run('orders/0/refund', { ids: ['5'], values })).body).toMatchObject({
      success: 'Refunded 1.',
    })
    expect((await readAttributes('/orders/5')).note).toBe('Refunded 1: Late')
    const much = { Amount: 1e6, Reason: 'Late' }
    expect(await run('orders/0/refund', { ids: ['5'], values: much })).toMatchObject({
      status: 400,
      body: { error: `The order cost ${total}: no more can be refunded.` },
    })
    const silent = { Amount: 1, Reason: 'Other' }
    const refused = await run('orders/0/refund', { ids: ['5'], values: silent })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].detail).toContain('Details')
  })

  it('are marked as shipped many at once, when they are paid', async () => {
    const paid = await list('/orders?segment=To%20ship&page[size]=3')
    const ids = paid.map(({ id }) => id)
    const done = await run('orders/1/mark-as-shipped', { ids }, 'support')
    expect(done.body.success).toBe('3 orders are on their way.')
    const again = await run('orders/1/mark-as-shipped', { ids })
    expect(again.body.error).toMatch(/^Not paid: ORD-/)
  })

  it('have a segment that depends on the others', async () => {
    const large = await list('/orders?segment=Unusually%20large&sort=total&page[size]=1')
    const [average] = await list('/orders?sort=total&page[size]=1')
    expect(Number(large[0]?.attributes.total)).toBeGreaterThan(Number(average?.attributes.total))
  })
})

describe('products', () => {
  it('are checked', async () => {
    for (const attributes of [{ price: 0 }, { name: 'ab' }, { sku: 'X' }]) {
      const refused = await write('PUT', '/products/1', 'products', attributes)
      expect(refused.status).toBe(400)
      expect(refused.body.errors[0].detail).toContain(Object.keys(attributes)[0])
    }
  })

  it('know their shelf in the warehouse, and sort and filter by it', async () => {
    const [last] = await list('/products?sort=-shelf_code&page[size]=1')
    expect(last?.attributes.shelf_code).toBe('E-150')
    const shelf = { field: 'shelf_code', operator: 'equal', value: 'A-001' }
    expect((await list(`/products?${filtered(shelf)}`)).map(({ id }) => id)).toEqual(['1'])
  })

  it('show their rating and can be filtered by it', async () => {
    const bad = { field: 'average_rating', operator: 'less_than', value: 2.5 }
    const products = await list(`/products?page[size]=5&${filtered(bad)}`)
    expect(products.length).toBeGreaterThan(0)
    for (const { attributes } of products) expect(attributes.average_rating).toBeLessThan(2.5)
  })

  it('are searched by their number, or by name and category', async () => {
    expect((await list('/products?search=sku-00012')).map(({ id }) => id)).toEqual(['12'])
    const kitchen = await list(
      '/products?search=kitchen&fields[products]=category&fields[category]=name',
    )
    expect(kitchen.length).toBeGreaterThan(0)
    expect(await list('/products?search=made%20to%20last')).toEqual([])
  })

  it('cannot be sorted by what makes no sense', async () => {
    expect((await send('GET', '/products?sort=description')).status).toBe(400)
  })

  it('export their stock as a file', async () => {
    const { status, body } = await run('products/0/export-stock', {}, 'support')
    expect(status).toBe(200)
    const lines = body.trimEnd().split('\n')
    expect(lines[0]).toBe('sku,name,stock')
    expect(lines).toHaveLength(sizes.products + 1)
  })

  it('change supplier by a dropdown that searches', async () => {
    const form = await send('POST', '/_actions/products/1/change-supplier/hooks/search', {
      data: { attributes: { ids: ['3'], search_field: 'Supplier', search_value: 'Oak' } },
    })
    expect(form.status).toBe(200)
    const done = await run('products/1/change-supplier', { ids: ['3'], values: { Supplier: 2 } })
    expect(done.body.refresh).toEqual({ relationships: ['supplier'] })
    expect((await readAttributes('/products/3')).supplier_id).toBe(2)
  })

  it('are put on sale', async () => {
    await write('PUT', '/products/4', 'products', { price: 100 })
    const values = { Percent: 25, 'Tag them': true }
    const done = await run('products/2/put-on-sale', { ids: ['4'], values })
    expect(done.body.success).toBe('Now 25 % off')
    expect((await readAttributes('/products/4')).price).toBe(75)
    const free = { Percent: 100, 'Tag them': false }
    expect((await run('products/2/put-on-sale', { ids: ['4'], values: free })).status).toBe(400)
  })
})

describe('the rest of the shop', () => {
  it('shows the chip of a shelf as hexadecimal text, and its product', async () => {
    const { body } = await send(
      'GET',
      '/shelves/A-001?fields[shelves]=chip,product&fields[product]=sku',
    )
    expect(body.data.attributes.chip).toBe('c41f0001')
    expect(body.included[0].attributes.sku).toBe('SKU-00001')
    await write('PUT', '/shelves/A-001', 'shelves', { chip: 'c41f00ff' })
    expect((await readAttributes('/shelves/A-001')).chip).toBe('c41f00ff')
  })

  it('lists the orders of an address', async () => {
    const [address] = await list('/addresses?page[size]=1')
    const orders = await list(`/addresses/${address?.id}/relationships/orders?page[size]=50`)
    const buyers = new Set(orders.map(({ attributes }) => attributes.customer_id))
    expect([...buyers]).toEqual([address?.attributes.customer_id])
  })

  it('neither counts nor searches the lines of orders', async () => {
    expect((await send('GET', '/order_items/count')).body).toEqual({
      meta: { count: 'deactivated' },
    })
    expect((await send('GET', '/order_items?search=x')).status).toBe(400)
  })

  it('hides the scans of the warehouse, and still computes from them', async () => {
    expect((await send('GET', '/scans')).status).toBe(404)
    expect((await readAttributes('/shelves/A-001')).scanned_at).toBe('2026-02-05T08:00:00.000Z')
    expect((await readAttributes('/shelves/B-002')).scanned_at).toBeNull()
  })

  it('keeps one tag of each label', async () => {
    const known = await write('POST', '/tags', 'tags', { label: 'sale' })
    expect(known.body.data.id).toBe('2')
    const made = await write('POST', '/tags', 'tags', { label: 'vintage' })
    expect(Number(made.body.data.id)).toBeGreaterThan(8)
  })

  it('empties the stock of a supplier who no longer delivers', async () => {
    await write('PUT', '/suppliers/1', 'suppliers', { delivers: false })
    const stock = await list(
      `/products?page[size]=50&${filtered({ field: 'supplier_id', operator: 'equal', value: 1 })}`,
    )
    expect(stock.length).toBeGreaterThan(0)
    for (const { attributes } of stock) expect(attributes.stock).toBe(0)
  })

  it('sums reviews up, and hides e-mail addresses from support', async () => {
    const good = { field: 'verdict', operator: 'equal', value: 'good' }
    const path = `/reviews?sort=-verdict&page[size]=3&fields[reviews]=verdict,rating,text,customer&fields[customer]=email&${filtered(good)}`
    for (const { attributes } of await list(path)) {
      expect(attributes).toMatchObject({ verdict: 'good', rating: 5 })
      expect(attributes).toHaveProperty('text')
    }
    const emails = async (person: Person) => {
      const { included } = (await send('GET', path, undefined, person)).body
      return included.map(({ attributes }: Listed) => attributes.email)
    }
    expect((await emails('manager'))[0]).toMatch(/@shop\.example$/)
    expect(new Set(await emails('support'))).toEqual(new Set(['(hidden)']))
  })

  it('draws a chart of each kind', async () => {
    expect(await chart('revenue')).toEqual({ countCurrent: expect.any(Number) })
    const parts: { key: string }[] = await chart('ordersByStatus')
    expect(parts.map(({ key }) => key).sort()).toEqual([
      'cancelled',
      'delivered',
      'paid',
      'pending',
      'shipped',
    ])
    const best: { value: number }[] = await chart('bestSellers')
    expect(best).toHaveLength(10)
    expect(best.map(({ value }) => value)).toEqual(
      best.map(({ value }) => value).sort((a, b) => b - a),
    )
    expect(await chart('shipped')).toBeGreaterThan(10)
    expect(await chart('yearlyTarget')).toEqual({ value: expect.any(Number), objective: 500_000 })
    const { labels, values } = await chart('revenueByCurrency')
    expect(labels[0]).toBe('Q1-2024')
    expect(values.map(({ key }: { key: string }) => key)).toEqual(['EUR', 'USD'])
    expect((await chart('customersByCity'))[0]).toHaveProperty('customers')
  })

  it('uses at least twenty operations', async () => {
    const folder = new URL('./collections/', import.meta.url)
    const files = ['customers', 'orders', 'order-items', 'products', 'reviews', 'shelves', 'tags']
    const texts = await Promise.all(
      [...files, 'suppliers', 'addresses'].map(name =>
        readFile(new URL(`${name}.ts`, folder), 'utf8'),
      ),
    )
    const calls = texts
      .join('')
      .matchAll(
        /\.((?:add|replace|emulate|disable|override|set|import|rename|remove)[A-Z]\w+|use)\(/g,
      )
    expect(new Set([...calls].map(([, name]) => name)).size).toBeGreaterThanOrEqual(20)
  })
})
