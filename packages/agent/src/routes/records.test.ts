import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

interface Document {
  data: { id: string; attributes: Record<string, unknown>; relationships?: object } | null
  included?: object[]
}

let open: OpenAgent
beforeEach(async () => {
  open = await openAgent(shop(), { maxBodySize: 2000 })
})
afterEach(() => open.close())

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const buildDocument = (attributes: object, relationships?: object) => ({
  data: { type: 'orders', attributes, relationships },
})
const readRecord = async (path: string) => ((await open.get(path)).json as Document).data!
const listIds = async (path: string) =>
  ((await open.get(path)).json as { data: { id: string }[] }).data.map(({ id }) => id)

describe('GET /:collection/count', () => {
  it('counts what the filters leave', async () => {
    expect((await open.get('/orders/count')).text).toBe('{"count":4}')
    const filters = encodeURIComponent('{"field":"customer:name","operator":"equal","value":"Ada"}')
    expect((await open.get(`/orders/count?filters=${filters}`)).text).toBe('{"count":2}')
  })

  it('estimates no rows out of scope', async () => {
    const source = shop()
    const limited = await openAgent(async (logger, restart) => {
      const opened = await source(logger, restart)
      const estimating = { estimateCount: async () => 1000 }
      const collections = opened.collections.map(each => Object.assign({}, each, estimating))
      return { ...opened, collections }
    })
    try {
      const estimate = async () => (await limited.get('/orders/count?precision=estimated')).json
      expect(await estimate()).toEqual({ count: 1000, meta: { precision: 'estimated' } })
      limited.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
      expect(await estimate()).toEqual({ count: 1, meta: { precision: 'exact' } })
    } finally {
      await limited.close()
    }
  })

  it('says how precise it is when an estimate is asked for', async () => {
    expect((await open.get('/orders/count?precision=estimated')).json).toEqual({
      count: 4,
      meta: { precision: 'exact' },
    })
    expect(readError(await open.get('/orders/count?precision=rough')).detail).toBe(
      "precision is 'rough'. It must be 'exact' or 'estimated'.",
    )
  })

  it('runs nothing where counting is off', async () => {
    const off = await openAgent(shop(), {
      customize: agent => agent.customizeCollection('orders', orders => orders.disableCount()),
    })
    expect((await off.get('/orders/count')).text).toBe('{"meta":{"count":"deactivated"}}')
    await off.close()
  })

  it('counts the rows within the scope', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    expect((await open.get('/orders/count')).text).toBe('{"count":3}')
  })
})

describe('GET /:collection/:id', () => {
  it('answers the record with its to-one relations', async () => {
    const { json } = await open.get('/customers/1')
    expect(json).toMatchObject({
      data: {
        type: 'customers',
        id: '1',
        attributes: { id: 1, name: 'Ada' },
        relationships: { address: { data: { type: 'addresses', id: '1' } } },
      },
      included: [{ type: 'addresses', id: '1', attributes: { street: '1 rue A' } }],
    })
  })

  it('shows the fields asked for and ignores filters', async () => {
    const record = await readRecord(
      '/orders/1?fields[orders]=total&filters={&search=x&page[size]=x',
    )
    expect(record.attributes).toEqual({ total: 10.5, id: 1 })
  })

  it('reads keys with odd characters and composite keys', async () => {
    expect((await readRecord('/products/a%7Cb%2Fc')).attributes.title).toBe('Odd key')
    expect((await readRecord('/order_products/1%7Cpen')).attributes.quantity).toBe(2)
    const odd = (await listIds('/order_products?sort=sku&page[size]=1'))[0]!
    expect(
      (await readRecord(`/order_products/${encodeURIComponent(odd)}`)).attributes,
    ).toMatchObject({
      sku: 'a|b/c',
      quantity: 1,
    })
  })

  it.each([
    ['/orders/99', 404, "No record '99' in 'orders'."],
    ['/orders/abc', 400, 'The id "abc" is wrong at \'id\': "abc" is not a Number.'],
    ['/order_products/1', 400, 'The id "1" has 1 parts; it needs 2: order_id|sku.'],
  ])('%s is %i', async (path, status, detail) => {
    const answer = await open.get(path)
    expect(answer.status).toBe(status)
    expect(readError(answer).detail).toBe(detail)
  })

  it('does not find a record out of scope', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
    expect((await open.get('/orders/1')).status).toBe(404)
    expect((await open.get('/orders/2')).status).toBe(200)
  })
})

describe('POST /:collection', () => {
  it('inserts the record and answers it', async () => {
    const body = buildDocument({ reference: 'O-5', total: '12.5', labels: ['x'] })
    const { status, json } = await open.send('POST', '/orders', body)
    expect(status).toBe(200)
    expect((json as Document).data).toMatchObject({
      id: '5',
      attributes: { id: 5, reference: 'O-5', total: 12.5, status: 'draft', labels: ['x'] },
    })
    expect((await readRecord('/orders/5')).attributes.total).toBe(12.5)
  })

  it('sets the foreign key of a many-to-one relationship', async () => {
    const link = { customer: { data: { type: 'customers', id: '2' } }, products: { data: [] } }
    const { json } = await open.send('POST', '/orders', buildDocument({}, link))
    const { data, included } = json as Document
    expect(data!.attributes.customer_id).toBe(2)
    expect(data!.relationships).toMatchObject({ customer: link.customer })
    expect(included).toMatchObject([{ type: 'customers', id: '2', attributes: { id: 2 } }])
  })

  it('answers no more than the id and what was sent to whoever may not read', async () => {
    open.service.setRights('orders', { add: true })
    open.service.setRights('customers', all)
    const link = { customer: { data: { type: 'customers', id: '2' } } }
    const body = buildDocument({ reference: 'O-5', total: '12.5' }, link)
    const { status, json } = await open.send('POST', '/orders', body)
    const { data, included } = json as Document
    expect(status).toBe(200)
    expect(data).toMatchObject({ type: 'orders', id: '5', relationships: link })
    expect(data!.attributes).toEqual({ reference: 'O-5', total: 12.5 })
    expect(included).toMatchObject([{ type: 'customers', id: '2', attributes: { id: 2 } }])
  })

  it('answers a bare id to whoever may not read and sent nothing', async () => {
    open.service.setRights('orders', { add: true })
    const { json } = await open.send('POST', '/orders', buildDocument({}))
    const { id, attributes } = (json as Document).data!
    expect({ id, attributes }).toEqual({ id: '5', attributes: {} })
  })

  it('moves the record of a one-to-one relationship to the new record', async () => {
    const body = buildDocument(
      { name: 'Dan' },
      { address: { data: { type: 'addresses', id: '1' } } },
    )
    const { json } = await open.send('POST', '/customers', body)
    expect((json as Document).data!.id).toBe('4')
    expect((await readRecord('/addresses/1')).attributes.customer_id).toBe(4)
  })

  it.each<[string, object | string, number, RegExp]>([
    ['an unknown attribute', buildDocument({ nope: 1 }), 400, /^No field 'nope' on 'orders'/],
    [
      'a relation among attributes',
      buildDocument({ customer: 1 }),
      400,
      /^No field 'customer' on 'orders'/,
    ],
    [
      'a wrong value',
      buildDocument({ total: 'abc' }),
      400,
      /^'total' of 'orders': "abc" is not a Number\.$/,
    ],
    [
      'a wrong date',
      buildDocument({ paid_at: '2024-13-01T00:00:00Z' }),
      400,
      /^'paid_at' of 'orders': /,
    ],
    [
      'a value out of the enumeration',
      buildDocument({ status: 'x' }),
      400,
      /Allowed: draft, paid\.$/,
    ],
    [
      'a read-only column',
      buildDocument({ version: 2 }),
      400,
      /^'version' of 'orders' is read-only\.$/,
    ],
    [
      'a broken rule',
      buildDocument({ reference: 'far too long for it' }),
      400,
      /^'reference' must have fewer than 12 characters\.$/,
    ],
    [
      'an unknown relationship',
      buildDocument({}, { nope: { data: null } }),
      400,
      /^No field 'nope' on 'orders'\. It has: customer, products\.$/,
    ],
    [
      'a relationship without id',
      buildDocument({}, { customer: { data: {} } }),
      400,
      /^'data\.relationships\.customer'\.data must be like/,
    ],
    [
      'a related record that does not exist',
      buildDocument({}, { customer: { data: { id: '9' } } }),
      404,
      /^No record '9' in 'customers'\.$/,
    ],
    ['a body without data', { attributes: {} }, 400, /^The body must be like \{"data":/],
    [
      'attributes that are a list',
      { data: { attributes: [] } },
      400,
      /^'data\.attributes' must be an object\.$/,
    ],
    ['a list', [], 400, /^The body must be a JSON object\.$/],
    ['text that is not JSON', '{"data":', 400, /not valid JSON/],
    ['a large body', buildDocument({ reference: 'x'.repeat(3000) }), 413, /limit of 2000 bytes/],
  ])('refuses %s', async (_, body, status, detail) => {
    const answer = await open.send('POST', '/orders', body)
    expect(answer.status).toBe(status)
    expect(readError(answer)).toMatchObject({ status, detail: expect.stringMatching(detail) })
    expect((await open.get('/orders/count')).text).toBe('{"count":4}')
  })

  it('refuses another content type', async () => {
    const answer = await open.send('POST', '/orders', '<x/>', { 'content-type': 'text/xml' })
    expect(answer.status).toBe(415)
  })

  it('holds rules of columns that were not given', async () => {
    const answer = await open.send('POST', '/customers', buildDocument({ country: 'FR' }))
    expect(readError(answer).detail).toBe("'name' is required.")
  })

  it('asks for the rights to add, and to edit what a one-to-one relationship moves', async () => {
    open.service.setRights('customers', { ...all, add: false })
    expect((await open.send('POST', '/customers', buildDocument({ name: 'Dan' }))).status).toBe(403)
    open.service.setRights('customers', all)
    open.service.setRights('addresses', { read: true, browse: true })
    const body = buildDocument({ name: 'Dan' }, { address: { data: { id: '1' } } })
    const answer = await open.send('POST', '/customers', body)
    expect(readError(answer).detail).toBe("Your role has no 'edit' right on 'addresses'.")
  })
})

describe('PUT /:collection/:id', () => {
  it('changes the record and answers it anew', async () => {
    const body = { data: { id: '1', attributes: { total: 99, id: 1 } } }
    const { status, json } = await open.send('PUT', '/orders/1', body)
    expect(status).toBe(200)
    expect((json as Document).data).toMatchObject({
      id: '1',
      attributes: { total: 99, reference: 'O-1' },
    })
  })

  it('answers nothing to whoever may not read', async () => {
    open.service.setRights('orders', { edit: true })
    const changed = await open.send('PUT', '/orders/1', buildDocument({ total: 99 }))
    const unchanged = await open.send('PUT', '/orders/1', buildDocument({}))
    expect([changed.status, changed.text]).toEqual([204, ''])
    expect([unchanged.status, unchanged.text]).toEqual([204, ''])
    expect((await open.send('PUT', '/orders/99', buildDocument({ total: 1 }))).status).toBe(404)
    open.service.setRights('orders', all)
    expect((await readRecord('/orders/1')).attributes).toMatchObject({
      total: 99,
      reference: 'O-1',
    })
  })

  it('follows a primary key that changes', async () => {
    const { json } = await open.send('PUT', '/products/cup', buildDocument({ sku: 'mug' }))
    expect((json as Document).data).toMatchObject({ id: 'mug', attributes: { title: 'Cup' } })
    expect((await open.get('/products/cup')).status).toBe(404)
  })

  it('takes bytes as a data URI', async () => {
    const photo = 'data:image/gif;base64,R0lGODg='
    const { json } = await open.send('PUT', '/products/cup', buildDocument({ photo }))
    expect((json as Document).data!.attributes.photo).toBe(photo)
  })

  it('accepts no change', async () => {
    expect((await open.send('PUT', '/orders/1', buildDocument({}))).status).toBe(200)
    expect((await open.send('PUT', '/orders/99', buildDocument({}))).status).toBe(404)
  })

  it('refuses a missing record, a read-only column and a broken rule', async () => {
    const missing = await open.send('PUT', '/orders/99', buildDocument({ total: 1 }))
    expect([missing.status, readError(missing).detail]).toEqual([
      404,
      "No record '99' in 'orders'.",
    ])
    const readOnly = await open.send('PUT', '/orders/1', buildDocument({ version: 9 }))
    expect([readOnly.status, readError(readOnly).detail]).toEqual([
      400,
      "'version' of 'orders' is read-only.",
    ])
    const broken = await open.send('PUT', '/customers/1', buildDocument({ name: null }))
    expect(readError(broken).detail).toMatch(/^'name' of 'customers' must have a value/)
    expect((await open.send('PUT', '/customers/1', buildDocument({ name: '' }))).status).toBe(200)
  })

  it('does not touch a record out of scope', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    expect((await open.send('PUT', '/orders/2', buildDocument({ total: 1 }))).status).toBe(404)
    open.service.setScope(1, 'orders', null)
    expect((await readRecord('/orders/2')).attributes.total).toBe(20)
  })

  it('does not show a record that the change took out of scope', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    const answer = await open.send('PUT', '/orders/1', buildDocument({ status: 'draft' }))
    expect([answer.status, (answer.json as Document).data]).toEqual([200, null])
  })
})

describe('PUT /:collection/:id/relationships/:field/:index', () => {
  const element = (value: unknown) => ({ data: { attributes: value } })

  it('replaces one element, or appends one', async () => {
    expect((await open.send('PUT', '/orders/1/relationships/labels/1', element('b'))).status).toBe(
      204,
    )
    await open.send('PUT', '/orders/1/relationships/labels/2', element('c'))
    expect((await readRecord('/orders/1')).attributes.labels).toEqual(['new', 'b', 'c'])
  })

  it.each([
    [
      '/orders/1/relationships/labels/3',
      400,
      "The index is '3'. It must be a whole number from 0 to 2.",
    ],
    [
      '/orders/1/relationships/labels/x',
      400,
      "The index is 'x'. It must be a whole number from 0 to 2.",
    ],
    ['/orders/1/relationships/total/0', 400, "'total' of 'orders' does not hold a list."],
    ['/orders/99/relationships/labels/0', 404, "No record '99' in 'orders'."],
  ])('refuses %s', async (path, status, detail) => {
    const answer = await open.send('PUT', path, element('x'))
    expect([answer.status, readError(answer).detail]).toEqual([status, detail])
  })
})

describe('DELETE', () => {
  const selection = (attributes: object) => ({ data: { type: 'action-requests', attributes } })

  it('deletes one record; a missing one is not an error', async () => {
    expect((await open.send('DELETE', '/orders/1')).status).toBe(204)
    expect((await open.send('DELETE', '/orders/1')).status).toBe(204)
    expect(await listIds('/orders')).toEqual(['2', '3', '4'])
  })

  it.each<[string, object, string[]]>([
    ['the ids selected', selection({ ids: ['1', '2'] }), ['3', '4']],
    ['identifiers in a list', { data: [{ id: '1' }, { id: '3' }] }, ['2', '4']],
    ['all but some', selection({ all_records: true, all_records_ids_excluded: ['4'] }), ['4']],
    [
      'all that a subset query matches',
      selection({
        all_records: true,
        all_records_ids_excluded: [],
        all_records_subset_query: {
          search: null,
          filters: '{"field":"status","operator":"equal","value":"paid"}',
        },
      }),
      ['2'],
    ],
    ['no id', selection({ ids: [] }), ['1', '2', '3', '4']],
  ])('deletes %s', async (_, body, left) => {
    expect((await open.send('DELETE', '/orders', body)).status).toBe(204)
    expect(await listIds('/orders')).toEqual(left)
  })

  it('deletes by composite keys', async () => {
    await open.send('DELETE', '/order_products', selection({ ids: ['1|pen', '2|pen'] }))
    expect((await open.get('/order_products/count')).text).toBe('{"count":1}')
  })

  it.each<[object, string]>([
    [{}, "'data.attributes.ids' must be a list of ids."],
    [selection({ ids: 'all' }), "'data.attributes.ids' must be a list of ids."],
    [selection({ ids: [{}] }), "{} is not an id of 'orders'."],
    [
      selection({ all_records: true }),
      "'data.attributes.all_records_ids_excluded' must be a list of ids.",
    ],
  ])('refuses %j', async (body, detail) => {
    const answer = await open.send('DELETE', '/orders', body)
    expect([answer.status, readError(answer).detail]).toEqual([400, detail])
  })

  it('stays within the scope and asks for the right', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    await open.send('DELETE', '/orders', selection({ ids: ['1', '2'] }))
    await open.send('DELETE', '/orders/2')
    open.service.setScope(1, 'orders', null)
    expect(await listIds('/orders')).toEqual(['2', '3', '4'])
    open.service.setRights('orders', { ...all, delete: false })
    expect((await open.send('DELETE', '/orders/2')).status).toBe(403)
    expect((await open.send('DELETE', '/orders', selection({ ids: ['2'] }))).status).toBe(403)
  })
})
