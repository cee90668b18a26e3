import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AgentHttpError } from '../errors.js'
import { openShop, type Shop } from '../testing/shop.js'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.requests.length = 0
})

const orders = () => shop.client().collection('orders')
const lastQuery = () => new URL(shop.requests.at(-1)?.url ?? '').searchParams

class Sink extends Writable {
  text = ''
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk
    done()
  }
}

describe('list', () => {
  it('returns records with their own names and types, relations nested', async () => {
    const [first] = await orders().list({ fields: ['id', 'reference', 'customer:name'] })
    expect(first).toEqual({ id: 1, reference: 'O-1', customer: { id: 1, name: 'Ada' } })
  })

  it('returns all columns when no field is named', async () => {
    const [first] = await orders().list({ pagination: { size: 1 } })
    expect(first?.customer).toEqual({ id: 1, name: 'Ada', country: 'FR' })
    expect(first?.total).toBe(10)
  })

  it('filters, sorts and pages', async () => {
    const page = await orders().list({
      filters: {
        aggregator: 'Or',
        conditions: [
          { field: 'total', operator: 'GreaterThan', value: 25 },
          { field: 'customer:name', operator: 'equal', value: 'Ada' },
        ],
      },
      sort: { field: 'id', ascending: false },
      pagination: { size: 2, number: 1 },
      fields: ['id'],
    })
    expect(page).toEqual([{ id: 3 }, { id: 2 }])
    expect(JSON.parse(lastQuery().get('filters') ?? '')).toEqual({
      aggregator: 'or',
      conditions: [
        { field: 'total', operator: 'greater_than', value: 25 },
        { field: 'customer:name', operator: 'equal', value: 'Ada' },
      ],
    })
  })

  it('sorts by several fields and through relations', async () => {
    const listed = await orders().list({
      sort: [
        { field: 'customer:name', ascending: false },
        { field: 'id', ascending: false },
      ],
      fields: ['id'],
    })
    expect(listed.map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('accepts @@@ between the names of a path', async () => {
    const [first] = await orders().list({ fields: ['customer@@@country'] })
    expect(first?.customer).toEqual({ id: 1, country: 'FR' })
  })

  it('goes deeper than one relation', async () => {
    const lines = shop.client().collection('order_products')
    const [first] = await lines.list({ fields: ['sku', 'order:customer:name'] })
    expect(first?.order?.customer?.name).toBe('Ada')
  })

  it('shows null for a to-one relation without a record', async () => {
    const free = await orders().create({ reference: 'O-9' })
    const [found] = await orders().list({
      filters: { field: 'id', operator: 'Equal', value: free.id },
      fields: ['customer:name'],
    })
    expect(found?.customer).toBeNull()
    await orders().delete(free.id)
  })

  it('says the time zone of the client, and of one request', async () => {
    await shop.client({ timezone: 'Asia/Tokyo' }).collection('orders').list()
    expect(lastQuery().get('timezone')).toBe('Asia/Tokyo')
    await orders().list({ timezone: 'America/Lima' })
    expect(lastQuery().get('timezone')).toBe('America/Lima')
    await orders().list()
    expect(lastQuery().get('timezone')).toBe('UTC')
  })

  it('rejects with what the agent said', async () => {
    const error = await orders()
      .list({ fields: ['nothing' as 'id'] })
      .catch(error => error)
    expect(error).toBeInstanceOf(AgentHttpError)
    expect(error).toMatchObject({ status: 400, errorName: expect.any(String) })
    expect(error.message).toContain("'nothing'")
    expect(error.body.errors[0].detail).toBe(error.detail)
    expect(JSON.parse(error.responseText)).toEqual(error.body)
  })

  it('ends when its signal says so', async () => {
    const signal = AbortSignal.abort(new Error('no longer'))
    await expect(orders().list({ signal })).rejects.toThrow('no longer')
  })

  it('gives up on an agent that does not answer', async () => {
    const silent = shop.client({
      timeout: 5,
      fetch: (_: string, { signal }: RequestInit) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    })
    await expect(silent.collection('orders').list()).rejects.toThrow('within 5 ms')
  })

  it('says where no agent listens', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const url = `http://127.0.0.1:${(nobody.address() as AddressInfo).port}`
    nobody.close()
    await once(nobody, 'close')
    const away = shop.client({ agentUrl: `${url}/service`, fetch: undefined })
    await expect(away.collection('orders').list()).rejects.toThrow(
      `Cannot reach the agent at ${url} (ECONNREFUSED).`,
    )
  })

  it('needs a session', async () => {
    await expect(shop.client({ token: undefined }).collection('orders').list()).rejects.toThrow(
      "'token' or 'getToken'",
    )
    const renewed = shop.client({ token: undefined, getToken: async () => shop.options.token })
    expect(await renewed.collection('orders').list()).toHaveLength(3)
  })
})

describe('listPage', () => {
  it('follows the cursor to the end, each record once', async () => {
    const found: unknown[] = []
    let after: string | null | undefined
    do {
      const pagination = { size: 2, ...(after && { after }) }
      const page = await orders().listPage({ fields: ['id'], pagination })
      found.push(...page.records)
      after = page.after
    } while (after)
    expect(found).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })
})

describe('search', () => {
  it('finds records by text', async () => {
    expect(await orders().search('O-2')).toHaveLength(1)
    expect(await orders().list({ search: 'Ada' })).toHaveLength(0)
    expect(await orders().list({ search: 'Ada', shouldSearchInRelation: true })).toHaveLength(2)
  })
})

describe('count', () => {
  it('counts what a filter matches', async () => {
    expect(await orders().count()).toBe(3)
    const filters = { field: 'total', operator: 'LessThan', value: 25 } as const
    expect(await orders().count({ filters })).toBe(2)
  })

  it('is null where counting is switched off', async () => {
    const fetch = async () => Response.json({ meta: { count: 'deactivated' } })
    expect(await shop.client({ fetch }).collection('orders').count()).toBeNull()
  })
})

describe('getOne', () => {
  it('finds the record with id 0', async () => {
    expect(await shop.client().collection('customers').getOne(0)).toMatchObject({ name: 'Nobody' })
  })

  it('accepts a composite id as an array, whatever its values contain', async () => {
    const lines = shop.client().collection('order_products')
    const line = await lines.getOne([1, 'a|b/c'], { fields: ['quantity'] })
    expect(line).toEqual({ order_id: 1, sku: 'a|b/c', quantity: 1 })
  })

  it('can leave the document as it is', async () => {
    const document = await orders().getOne(1, {}, { skipDeserialization: true })
    expect(document).toMatchObject({ data: { type: 'orders', id: '1' } })
  })

  it('rejects a record that does not exist, and an invalid id', async () => {
    await expect(orders().getOne(99)).rejects.toMatchObject({ status: 404 })
    await expect(orders().getOne('')).rejects.toThrow('is not a record id')
    await expect(orders().getOne([])).rejects.toThrow('is not a record id')
    await expect(orders().getOne(Number.NaN)).rejects.toThrow('is not a record id')
  })
})

describe('writes', () => {
  it('create, update and delete one record', async () => {
    const made = await orders().create(
      { reference: 'O-4', total: 4 },
      { relations: { customer: 0 } },
    )
    expect(made).toMatchObject({ reference: 'O-4', total: 4 })
    expect((await orders().getOne(made.id)).customer).toMatchObject({ name: 'Nobody' })
    expect(await orders().update(made.id, { total: 5 })).toMatchObject({ id: made.id, total: 5 })
    await orders().delete(made.id)
    await expect(orders().getOne(made.id)).rejects.toMatchObject({ status: 404 })
  })

  it('link a new record to none', async () => {
    const made = await orders().create({ reference: 'O-8' }, { relations: { customer: null } })
    expect((await orders().getOne(made.id)).customer).toBeNull()
    await orders().delete([made.id])
  })

  it('delete many records, also by composite ids', async () => {
    const lines = shop.client().collection('order_products')
    await lines.create({ order_id: 2, sku: 'pen', quantity: 1 })
    await lines.create({ order_id: 3, sku: 'pen', quantity: 1 })
    await lines.delete([
      [2, 'pen'],
      [3, 'pen'],
    ])
    expect(await lines.count()).toBe(2)
  })

  it('change many records, and return what they were', async () => {
    const ids = [1, 2]
    const before = await orders().list({ sort: { field: 'id', ascending: true } })
    const target = { recordIds: ids }
    const options = { relations: { customer: 0 } }
    const preview = await orders().previewUpdateMany(target, { total: 9 }, options)
    expect(preview).toMatchObject({ count: 2, samples: [{ id: '1', after: { total: 9 } }, {}] })
    const { count, previous = [] } = await orders().updateMany(
      target,
      { total: 9 },
      { ...options, returnPrevious: true },
    )
    expect([count, previous.map(({ id }) => id)]).toEqual([2, ['1', '2']])
    for (const { id, values } of previous) {
      await orders().updateMany({ recordIds: [Number(id)] }, values)
    }
    expect(await orders().list({ sort: { field: 'id', ascending: true } })).toEqual(before)
  })

  it('change all records of a filter, except some', async () => {
    const filters = { field: 'id', operator: 'LessThan', value: 3 } as const
    const allRecords = { filters, exceptIds: [2] }
    const { count } = await orders().previewUpdateMany({ allRecords }, { reference: 'x' })
    expect(count).toBe(1)
  })

  it('import rows, and tell what became of each', async () => {
    const rows = [{ total: 'many' }, { total: 7 }]
    const before = await orders().count()
    const result = await orders().importRecords(rows, { dryRun: true })
    expect(result.rows.map(({ index, message }) => [index, message === undefined])).toEqual([
      [0, false],
      [1, true],
    ])
    expect(await orders().count()).toBe(before)
  })

  it('replace one element of a list', async () => {
    await orders().updateElement(1, 'labels', 0, 'old')
    await orders().updateElement(1, 'labels', 1, 'more')
    expect((await orders().getOne(1, { fields: ['labels'] })).labels).toEqual(['old', 'more'])
  })
})

describe('exportCsv', () => {
  it('writes the requested columns under their names', async () => {
    const sink = new Sink()
    await orders().exportCsv(sink, {
      fields: ['id', 'customer:name'],
      sort: { field: 'id', ascending: false },
      filters: { field: 'id', operator: 'GreaterThan', value: 1 },
      filename: 'orders.csv',
    })
    expect(sink.text).toBe('id,customer:name\n3,Nobody\n2,Ada\n')
    expect(sink.writableFinished).toBe(true)
    expect(lastQuery().get('filename')).toBe('orders.csv')
  })

  it('writes the header given, also with commas in it', async () => {
    const sink = new Sink()
    await orders().exportCsv(sink, { fields: ['id'], header: ['Number, of the order'] })
    expect(sink.text.split('\n')[0]).toBe('"Number, of the order"')
  })

  it('writes all columns when none is named', async () => {
    const sink = new Sink()
    await orders().exportCsv(sink)
    expect(sink.text.split('\n')[0]).toContain('reference')
  })

  it('stops in the middle when its signal says so', async () => {
    const stop = new AbortController()
    const sink = new Writable({
      write(_chunk, _encoding, done) {
        stop.abort(new Error('enough'))
        done()
      },
    })
    const endless = async () =>
      new Response(
        new ReadableStream({ pull: stream => stream.enqueue(new TextEncoder().encode('1\n')) }),
      )
    const client = shop.client({ fetch: endless })
    await expect(
      client.collection('orders').exportCsv(sink, { signal: stop.signal }),
    ).rejects.toThrow()
    expect(sink.destroyed).toBe(true)
  })
})

describe('segments', () => {
  it('list, count and export their records', async () => {
    const large = orders().segment('Large')
    expect(await large.list({ fields: ['id'] })).toEqual([{ id: 2 }, { id: 3 }])
    expect(await large.count()).toBe(2)
    const sink = new Sink()
    await large.exportCsv(sink, { fields: ['id'] })
    expect(sink.text).toBe('id\n2\n3\n')
  })

  it('in SQL name their query and connection', async () => {
    const live = orders().liveQuerySegment({ connectionName: 'main', query: 'select 1' })
    await expect(live.list()).rejects.toMatchObject({ status: expect.any(Number) })
    expect(lastQuery().get('segmentQuery')).toBe('select 1')
    expect(lastQuery().get('connectionName')).toBe('main')
  })
})

describe('relation', () => {
  it('lists the requested fields of the related records', async () => {
    const ofAda = shop.client().collection('customers').relation('orders', 1)
    expect(await ofAda.list({ fields: ['id'] })).toEqual([{ id: 1 }, { id: 2 }])
    expect(await ofAda.count()).toBe(2)
    const sink = new Sink()
    await ofAda.exportCsv(sink, { fields: ['reference'] })
    expect(sink.text).toBe('reference\nO-1\nO-2\n')
    const ofNobody = shop.client().collection('customers').relation('orders', 0)
    expect(await ofNobody.list({ fields: ['id'] })).toEqual([{ id: 3 }])
  })

  it('adds and takes out one record or many', async () => {
    const products = orders().relation('products', 2)
    await products.associate(['pen', 'a|b/c'])
    expect(await products.count()).toBe(2)
    await products.dissociate('pen')
    expect(await products.list({ fields: ['sku'] })).toEqual([{ sku: 'a|b/c' }])
    await products.dissociate(['a|b/c'])
  })

  it('deletes the removed records when requested', async () => {
    const gone = await orders().create({ reference: 'gone' }, { relations: { customer: 2 } })
    await shop.client().collection('customers').relation('orders', 2).dissociate(gone.id, {
      delete: true,
    })
    await expect(orders().getOne(gone.id)).rejects.toMatchObject({ status: 404 })
  })

  it('sets a to-one relation to another record, or to none', async () => {
    const customer = orders().relation('customer', 2)
    await customer.replace(2)
    expect((await orders().getOne(2)).customer).toMatchObject({ name: 'Bob' })
    await customer.replace(null)
    expect((await orders().getOne(2)).customer).toBeNull()
    await customer.replace(1)
  })

  it('says what is missing when fields are named without a schema', async () => {
    const blind = shop.client({ schemaPath: undefined }).collection('customers')
    await expect(blind.relation('orders', 1).list({ fields: ['id'] })).rejects.toThrow(
      "'schemaPath'",
    )
    expect(await blind.relation('orders', 1).list()).toHaveLength(2)
    const wrong = shop
      .client()
      .collection('customers')
      .relation('nothing' as 'orders', 1)
    await expect(wrong.list({ fields: ['id'] })).rejects.toThrow("no relation 'nothing'")
  })
})

describe('capabilities', () => {
  it('returns fields and operators', async () => {
    const { fields } = await orders().capabilities()
    const total = fields.find(({ name }) => name === 'total')
    expect(total).toMatchObject({ type: 'Number', operators: expect.arrayContaining(['equal']) })
  })

  it('returns which fields can be read and which can be set', async () => {
    const { readableFields, writableFields } = await orders().capabilities()
    expect(readableFields).toEqual(expect.arrayContaining(['total', 'customer', 'products']))
    expect(writableFields).toContain('total')
    expect(writableFields).not.toContain('customer')
  })

  it('returns the collections that can be read', async () => {
    const names = await shop.client().collectionNames()
    expect(names).toEqual(['customers', 'orders', 'products', 'order_products'])
  })
})
