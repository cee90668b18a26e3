import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
beforeEach(async () => {
  open = await openAgent(shop())
})
afterEach(() => open.close())

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const listIds = async (path: string) =>
  ((await open.get(path)).json as { data: { id: string }[] }).data.map(({ id }) => id)
const readAttributes = async (path: string) =>
  ((await open.get(path)).json as { data: { attributes: Record<string, unknown> } }).data.attributes
const identifiers = (...ids: string[]) => ({ data: ids.map(id => ({ type: 'any', id })) })

describe('GET /:collection/:id/relationships/:relation', () => {
  it('lists the records of a one-to-many relation', async () => {
    expect(await listIds('/customers/1/relationships/orders?sort=-id')).toEqual(['2', '1'])
  })

  it('lists the records of a many-to-many relation', async () => {
    expect(await listIds('/orders/1/relationships/products?sort=sku')).toEqual(['a|b/c', 'pen'])
    expect(await listIds('/products/pen/relationships/orders?sort=-id')).toEqual(['2', '1'])
  })

  it('filters, searches, projects and pages them on their own collection', async () => {
    const filters = encodeURIComponent('{"field":"title","operator":"equal","value":"Pen"}')
    expect(await listIds(`/orders/1/relationships/products?filters=${filters}`)).toEqual(['pen'])
    expect(await listIds('/orders/1/relationships/products?search=odd')).toEqual(['a|b/c'])
    const { json } = await open.get(
      '/orders/1/relationships/products?fields[products]=title&sort=sku&page[size]=1&page[number]=2',
    )
    expect(json).toMatchObject({ data: [{ attributes: { sku: 'pen', title: 'Pen' } }] })
  })

  it('walks them by cursor', async () => {
    const first = await open.get('/customers/1/relationships/orders?page[size]=1&page[after]=')
    const { after } = (first.json as { meta: { page: { after: string } } }).meta.page
    expect(
      await listIds(`/customers/1/relationships/orders?page[size]=1&page[after]=${after}`),
    ).toEqual(['2'])
  })

  it('is empty for a parent without any, and 404 without a parent', async () => {
    expect(await listIds('/customers/3/relationships/orders')).toEqual([])
    const answer = await open.get('/customers/99/relationships/orders')
    expect([answer.status, readError(answer).detail]).toEqual([
      404,
      "No record '99' in 'customers'.",
    ])
  })

  it('is 404 for a parent out of scope, and leaves out records out of scope', async () => {
    open.service.setScope(1, 'orders', { field: 'total', operator: 'greater_than', value: 15 })
    expect(await listIds('/customers/1/relationships/orders')).toEqual(['2'])
    open.service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'US' })
    expect((await open.get('/customers/1/relationships/orders')).status).toBe(404)
    expect((await open.get('/customers/1/relationships/orders/count')).status).toBe(404)
    expect((await open.get('/customers/1/relationships/orders.csv')).status).toBe(404)
  })

  it('asks to read the parent and to browse the related collection', async () => {
    open.service.setRights('customers', { ...all, read: false })
    open.service.setRights('orders', all)
    expect((await open.get('/customers/1/relationships/orders')).status).toBe(403)
    open.service.setRights('customers', all)
    open.service.setRights('orders', { ...all, browse: false })
    expect((await open.get('/customers/1/relationships/orders')).status).toBe(403)
  })

  it.each([
    [
      '/orders/1/relationships/customer',
      404,
      "'customer' of 'orders' is a to-one relation: it has no list of records.",
    ],
    [
      '/orders/1/relationships/nope',
      404,
      "No field 'nope' on 'orders'. It has: customer, products.",
    ],
    [
      '/orders/x/relationships/products',
      400,
      'The id "x" is wrong at \'id\': "x" is not a Number.',
    ],
  ])('refuses %s', async (path, status, detail) => {
    const answer = await open.get(path)
    expect([answer.status, readError(answer).detail]).toEqual([status, detail])
  })

  it('counts them', async () => {
    expect((await open.get('/customers/1/relationships/orders/count')).text).toBe('{"count":2}')
    expect((await open.get('/orders/1/relationships/products/count')).text).toBe('{"count":2}')
    expect((await open.get('/customers/3/relationships/orders/count')).text).toBe('{"count":0}')
    expect((await open.get('/customers/99/relationships/orders/count')).status).toBe(404)
  })
})

describe('POST /:collection/:id/relationships/:relation', () => {
  it('gives all the records named to a one-to-many parent', async () => {
    const { status } = await open.send(
      'POST',
      '/customers/3/relationships/orders',
      identifiers('1', '4'),
    )
    expect(status).toBe(204)
    expect(await listIds('/customers/3/relationships/orders')).toEqual(['1', '4'])
  })

  it('links all the records named through the junction, each once', async () => {
    const { status } = await open.send(
      'POST',
      '/orders/2/relationships/products',
      identifiers('pen', 'cup', 'a|b/c'),
    )
    expect(status).toBe(204)
    expect(await listIds('/orders/2/relationships/products?sort=sku')).toEqual([
      'a|b/c',
      'cup',
      'pen',
    ])
  })

  it('changes nothing when one of the records does not exist', async () => {
    const answer = await open.send(
      'POST',
      '/customers/3/relationships/orders',
      identifiers('1', '99'),
    )
    expect([answer.status, readError(answer).detail]).toEqual([404, "No record '99' in 'orders'."])
    expect(await listIds('/customers/3/relationships/orders')).toEqual([])
  })

  it('refuses records out of scope and a caller who may not edit them', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    expect(
      (await open.send('POST', '/customers/3/relationships/orders', identifiers('2'))).status,
    ).toBe(404)
    open.service.setRights('customers', all)
    open.service.setRights('orders', { ...all, edit: false })
    expect(
      (await open.send('POST', '/customers/3/relationships/orders', identifiers('1'))).status,
    ).toBe(403)
  })

  it.each([{}, { data: [] }, { data: {} }])('refuses %j', async body => {
    const answer = await open.send('POST', '/customers/3/relationships/orders', body)
    expect([answer.status, readError(answer).detail]).toEqual([
      400,
      'The body must be like {"data":[{"type":"books","id":"1"}]}.',
    ])
  })
})

describe('DELETE /:collection/:id/relationships/:relation', () => {
  it('detaches records of a one-to-many relation', async () => {
    const path = '/customers/1/relationships/orders?delete=false'
    expect((await open.send('DELETE', path, identifiers('1', '3'))).status).toBe(204)
    expect((await readAttributes('/orders/1')).customer_id).toBe(null)
    expect((await readAttributes('/orders/3')).customer_id).toBe(2)
  })

  it('deletes them when asked to', async () => {
    await open.send(
      'DELETE',
      '/customers/1/relationships/orders?delete=true',
      identifiers('1', '3'),
    )
    expect(await listIds('/orders')).toEqual(['2', '3', '4'])
  })

  it('unlinks records of a many-to-many relation, and deletes them when asked to', async () => {
    await open.send('DELETE', '/orders/1/relationships/products', identifiers('pen'))
    expect(await listIds('/orders/1/relationships/products')).toEqual(['a|b/c'])
    expect(await listIds('/orders/2/relationships/products')).toEqual(['pen'])
    await open.send('DELETE', '/orders/1/relationships/products?delete=1', identifiers('a|b/c'))
    expect(await listIds('/products?sort=sku')).toEqual(['cup', 'pen'])
  })

  it('takes out all but some', async () => {
    const attributes = { all_records: true, all_records_ids_excluded: ['pen'] }
    await open.send('DELETE', '/orders/1/relationships/products', { data: { attributes } })
    expect(await listIds('/orders/1/relationships/products')).toEqual(['pen'])
  })

  it('refuses an empty selection', async () => {
    const body = { data: { attributes: { ids: [] } } }
    const answer = await open.send('DELETE', '/customers/1/relationships/orders', body)
    expect([answer.status, readError(answer).detail]).toEqual([
      400,
      'Name the records to remove from the relation.',
    ])
  })

  it('asks to edit the related collection, or to delete from it', async () => {
    open.service.setRights('customers', all)
    open.service.setRights('orders', { ...all, delete: false })
    const path = '/customers/1/relationships/orders'
    expect((await open.send('DELETE', `${path}?delete=1`, identifiers('1'))).status).toBe(403)
    expect((await open.send('DELETE', path, identifiers('1'))).status).toBe(204)
  })
})

describe('PUT /:collection/:id/relationships/:relation', () => {
  const target = (id: string) => ({ data: { type: 'any', id } })

  it('changes and clears a many-to-one relation', async () => {
    expect((await open.send('PUT', '/orders/4/relationships/customer', target('2'))).status).toBe(
      204,
    )
    expect((await readAttributes('/orders/4')).customer_id).toBe(2)
    await open.send('PUT', '/orders/4/relationships/customer', { data: null })
    expect((await readAttributes('/orders/4')).customer_id).toBe(null)
  })

  it('detaches the earlier record of a one-to-one relation and attaches the new one', async () => {
    expect((await open.send('PUT', '/customers/1/relationships/address', target('2'))).status).toBe(
      204,
    )
    expect((await readAttributes('/addresses/1')).customer_id).toBe(null)
    expect((await readAttributes('/addresses/2')).customer_id).toBe(1)
    await open.send('PUT', '/customers/1/relationships/address', { data: null })
    expect((await readAttributes('/addresses/2')).customer_id).toBe(null)
  })

  it.each<[string, object, number, RegExp]>([
    ['/orders/99/relationships/customer', target('1'), 404, /^No record '99' in 'orders'/],
    ['/orders/1/relationships/customer', target('99'), 404, /^No record '99' in 'customers'/],
    ['/customers/99/relationships/address', target('1'), 404, /^No record '99' in 'customers'/],
    [
      '/orders/1/relationships/products',
      target('pen'),
      404,
      /is a to-many relation: add records with POST/,
    ],
    ['/orders/1/relationships/customer', {}, 400, /^The body must be like/],
    ['/orders/1/relationships/customer', { data: { id: {} } }, 400, /^'data' must be like/],
  ])('refuses %s %j', async (path, body, status, detail) => {
    const answer = await open.send('PUT', path, body)
    expect(answer.status).toBe(status)
    expect(readError(answer).detail).toMatch(detail)
  })

  describe('with meta.expect', () => {
    const put = (path: string, id: string, expected: unknown) =>
      open.send('PUT', path, { ...target(id), meta: { expect: expected } })

    it('changes the relation while it leads to the expected record', async () => {
      const path = '/orders/4/relationships/customer'
      expect((await put(path, '2', null)).status).toBe(204)
      expect((await put(path, '3', { type: 'customers', id: '2' })).status).toBe(204)
      expect((await readAttributes('/orders/4')).customer_id).toBe(3)
    })

    it.each([
      ['/orders/1/relationships/customer', '3', null, 'customer', { type: 'customers', id: '1' }],
      [
        '/orders/1/relationships/customer',
        '3',
        { id: '2' },
        'customer',
        { type: 'customers', id: '1' },
      ],
      ['/orders/4/relationships/customer', '3', { id: '2' }, 'customer', null],
      ['/customers/1/relationships/address', '2', null, 'address', { type: 'addresses', id: '1' }],
    ])(
      'answers 409 with the current record: %s, %s instead of %o',
      async (path, id, expected, name, current) => {
        const answer = await put(path, id, expected)
        expect(answer.status).toBe(409)
        expect(readError(answer)).toMatchObject({
          code: 'stale_record',
          data: { current: { [name]: current } },
        })
        expect((await readAttributes('/orders/1')).customer_id).toBe(1)
        expect((await readAttributes('/addresses/1')).customer_id).toBe(1)
      },
    )

    it('changes a one-to-one relation while it leads to the expected record', async () => {
      const path = '/customers/1/relationships/address'
      expect((await put(path, '2', { id: '1' })).status).toBe(204)
      expect((await readAttributes('/addresses/2')).customer_id).toBe(1)
    })

    it('refuses what is no record id, and a missing record', async () => {
      const path = '/orders/1/relationships/customer'
      const answer = await put(path, '2', 'ada')
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toMatch(/^'meta\.expect' must be like/)
      expect((await put('/orders/99/relationships/customer', '2', null)).status).toBe(404)
    })

    it('needs the right to read the record', async () => {
      open.service.setRights('orders', { ...all, read: false })
      open.service.setRights('customers', all)
      expect((await put('/orders/1/relationships/customer', '2', null)).status).toBe(403)
    })
  })

  it('refuses a target that the caller may not see', async () => {
    open.service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'US' })
    expect((await open.send('PUT', '/orders/4/relationships/customer', target('1'))).status).toBe(
      404,
    )
  })
})
