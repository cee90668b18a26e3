import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
afterEach(() => open.close())

const start = async (customize?: OpenOptions['customize']) => {
  open = await openAgent(shop(), { customize })
}

const put = (path: string, attributes: object, expected?: unknown) =>
  open.send('PUT', path, { data: { attributes, meta: { expect: expected } } })

const readAttributes = async (path: string) =>
  ((await open.get(path)).json as { data: { attributes: Record<string, unknown> } }).data.attributes

describe('PUT /:collection/:id with data.meta.expect', () => {
  it('writes while the fields have the expected values, and returns the record', async () => {
    await start()
    const { status, json } = await put('/orders/2', { status: 'paid' }, { status: 'draft' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ data: { id: '2', attributes: { status: 'paid', total: 20 } } })
  })

  it('answers 409 with the current values of the expected fields, and writes nothing', async () => {
    await start()
    const answer = await put(
      '/orders/1',
      { reference: 'new' },
      { total: 10.5, status: 'draft', paid_at: null },
    )
    expect(answer.status).toBe(409)
    expect(readError(answer)).toEqual({
      name: 'StaleRecordError',
      detail:
        "Nothing was changed: record '1' of 'orders' no longer has the expected values of 'total', 'status', 'paid_at'.",
      status: 409,
      code: 'stale_record',
      data: { current: { total: 10.5, status: 'paid', paid_at: '2024-01-02T03:04:05.678Z' } },
    })
    expect(await readAttributes('/orders/1')).toMatchObject({ reference: 'O-1' })
  })

  it.each([
    ['/orders/1', { paid_at: '2024-01-02T04:04:05.678+01:00', total: '10.50' }],
    ['/orders/1', { labels: ['new', 'a,b'], details: null }],
    ['/orders/2', { details: { gift: true }, paid_at: null }],
    ['/orders/3', { labels: [], total: null }],
    ['/products/pen', { photo: 'data:image/png;base64,iVBORw0KGgo=' }],
    ['/customers/3', { name: 'Chloé 😀', is_vip: null, born_on: '2000-02-29' }],
  ])('compares as lists show: %s has %o', async (path, expected) => {
    await start()
    expect((await put(path, {}, expected)).status).toBe(200)
    const [name] = Object.keys(await readAttributes(path)).filter(each => !(each in expected))
    const attributes = path.startsWith('/orders') ? { reference: 'x' } : { [name!]: undefined }
    expect((await put(path, attributes, expected)).status).toBe(200)
  })

  it.each([
    ['/orders/1', { labels: ['a,b', 'new'] }],
    ['/orders/1', { labels: null }],
    ['/orders/2', { details: { gift: false } }],
    ['/orders/2', { details: null }],
    ['/orders/3', { labels: null }],
    ['/products/pen', { photo: null }],
  ])('sees the difference: %s has not %o', async (path, expected) => {
    await start()
    expect((await put(path, { title: 'x' }, expected)).status).toBe(
      path.startsWith('/products') ? 409 : 400,
    )
    expect((await put(path, {}, expected)).status).toBe(409)
  })

  it('compares without writing when there are no attributes', async () => {
    await start()
    expect((await put('/orders/1', {}, { status: 'paid' })).status).toBe(200)
    expect((await put('/orders/1', {}, { status: 'draft' })).status).toBe(409)
  })

  it.each([
    [{ statu: 'paid' }, 400, 'unknown_field', /^No field 'statu' on 'orders'\. It has: /],
    [{ customer: '1' }, 400, 'validation_error', /^'customer' of 'orders' is a relation: /],
    [{ total: 'ten' }, 400, 'validation_error', /^'data\.meta\.expect\.total': "ten" is not a/],
    [['status'], 400, 'validation_error', /^'data\.meta\.expect' must be an object of fields/],
    ['status', 400, 'validation_error', /^'data\.meta\.expect' must be an object of fields/],
  ])('refuses %o', async (expected, status, code, detail) => {
    await start()
    const answer = await put('/orders/1', { reference: 'x' }, expected)
    expect(readError(answer)).toMatchObject({ status, code, detail: expect.stringMatching(detail) })
    expect(await readAttributes('/orders/1')).toMatchObject({ reference: 'O-1' })
  })

  it('takes an empty expectation, or none, as an ordinary update', async () => {
    await start()
    for (const expected of [{}, undefined]) {
      expect((await put('/orders/1', { reference: 'x' }, expected)).status).toBe(200)
    }
  })

  it('answers 404 for records that do not exist or are out of scope', async () => {
    await start()
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
    for (const id of [1, 99]) {
      expect((await put(`/orders/${id}`, { total: 1 }, { status: 'draft' })).status).toBe(404)
    }
  })

  it('says nothing about fields the role may not read', async () => {
    await start()
    const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
    open.service.setRights('orders', { ...all, fields: { total: { read: false, edit: true } } })
    const hidden = await put('/orders/1', { reference: 'x' }, { total: 3 })
    expect(readError(hidden)).toMatchObject({
      status: 403,
      detail: "Your role may not read the field 'total'.",
    })
    open.service.setRights('orders', { ...all, read: false })
    const unread = await put('/orders/1', { reference: 'x' }, { status: 'draft' })
    expect(readError(unread)).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('runs hooks and rules only for a record that has the values', async () => {
    const ran: string[] = []
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addHook('Before', 'Update', async ({ filter, patch }) => {
            ran.push(`before ${JSON.stringify(filter.conditionTree)}`)
            patch.reference = 'by hook'
          })
          .addHook('After', 'Update', async ({ filter, collection }) => {
            const rows = await collection.list(filter, ['status', 'reference'])
            ran.push(`after ${JSON.stringify(rows)}`)
          }),
      ),
    )
    expect((await put('/orders/1', { status: 'draft' }, { status: 'draft' })).status).toBe(409)
    expect(ran).toEqual([])
    const long = await put('/orders/1', { reference: 'far too long' }, { status: 'paid' })
    expect(long.status).toBe(400)
    expect(ran).toEqual([])
    expect((await put('/orders/1', { status: 'draft' }, { status: 'paid' })).status).toBe(200)
    expect(ran).toEqual([
      'before {"field":"id","operator":"Equal","value":1}',
      'after [{"status":"draft","reference":"by hook"}]',
    ])
  })

  it('compares computed, imported and emulated fields', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addField('label', {
            columnType: 'String',
            dependencies: ['reference', 'status'],
            getValues: rows => rows.map(({ reference, status }) => `${reference} ${status}`),
          })
          .importField('customer_name', { path: 'customer:name' })
          .emulateFieldFiltering('total'),
      ),
    )
    const seen = { label: 'O-1 paid', customer_name: 'Ada', total: 10.5 }
    for (const [name, other] of [
      ['label', 'O-1 draft'],
      ['customer_name', 'Bob'],
      ['total', 11],
    ] as const) {
      const answer = await put('/orders/1', { status: 'draft' }, { ...seen, [name]: other })
      expect(readError(answer).data, name).toEqual({ current: seen })
    }
    expect((await put('/orders/1', { customer_name: 'Eve' }, seen)).status).toBe(200)
    const stale = await put('/orders/1', { customer_name: 'Ida' }, { customer_name: 'Ada' })
    expect(readError(stale).data).toEqual({ current: { customer_name: 'Eve' } })
  })

  it('asks an override only for a record that has the values', async () => {
    const patches: unknown[] = []
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.overrideUpdate(({ patch }) => {
          patches.push(patch)
        }),
      ),
    )
    expect((await put('/orders/1', { total: 1 }, { status: 'draft' })).status).toBe(409)
    expect((await put('/orders/1', { total: 1 }, { status: 'paid' })).status).toBe(200)
    expect(patches).toEqual([{ total: 1 }])
  })

  it('uses exported names', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders => orders.renameField('total', 'amount')),
    )
    const answer = await put('/orders/1', { amount: 1 }, { amount: 2 })
    expect(readError(answer).data).toEqual({ current: { amount: 10.5 } })
    expect((await put('/orders/1', { amount: 1 }, { amount: 10.5 })).status).toBe(200)
  })

  it('lets one of many writers through', async () => {
    await start()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        put('/orders/1', { total: 100 + index }, { total: 10.5 }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })
})
