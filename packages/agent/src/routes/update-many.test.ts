import { once } from 'node:events'
import { createMemoryDataSource } from '@service/datasource-memory'
import type { CollectionSource, DataSourceFactory } from '@service/datasource-toolkit'
import type {
  BulkUpdateAttributes,
  BulkUpdateMeta,
  BulkUpdatePreview,
  BulkUpdateResult,
} from '@service/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { sendBatch } from '../testing/send-batch.js'
import { shop } from '../testing/shop.js'
import { spiedSource } from '../testing/spied-source.js'

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const everyRecord = { all_records: true, all_records_ids_excluded: [] }
const paid = '{"field":"status","operator":"equal","value":"paid"}'

let open: OpenAgent
const asked: string[] = []

const start = async (customize?: OpenOptions['customize']) => {
  open = await openAgent(spiedSource(shop(), asked), { customize })
  asked.length = 0
}
afterEach(() => open.close())

const put = (attributes: BulkUpdateAttributes, meta?: BulkUpdateMeta, path = '/orders') =>
  open.send('PUT', path, { data: { type: 'action-requests', attributes, meta } })

const readValues = async (path: string, name: string) => {
  const { json } = await open.get(path)
  const { data } = json as { data: { id: string; attributes: Record<string, unknown> }[] }
  return Object.fromEntries(data.map(({ id, attributes }) => [id, attributes[name]]))
}
const readReferences = () => readValues('/orders', 'reference')
const unchanged = { 1: 'O-1', 2: 'O-2', 3: 'O-3', 4: 'O-4' }
const values = { reference: 'new' }

describe('PUT /:collection', () => {
  beforeEach(() => start())

  it.each<[string, Omit<BulkUpdateAttributes, 'values'>, readonly number[]]>([
    ['the ids selected', { ids: ['1', 2], collection_name: 'orders' }, [1, 2]],
    ['all records', everyRecord, [1, 2, 3, 4]],
    ['all but some', { all_records: true, all_records_ids_excluded: ['4'] }, [1, 2, 3]],
    [
      'all that a subset query matches, but some',
      {
        all_records: true,
        all_records_ids_excluded: ['3'],
        all_records_subset_query: { search: null, filters: paid, 'page[size]': 15, sort: '-id' },
      },
      [1, 4],
    ],
    ['what a search finds', { ...everyRecord, all_records_subset_query: { search: 'O-2' } }, [2]],
    ['no id', { ids: [] }, []],
    ['records that are not there', { ids: ['98', '99'] }, []],
  ])('changes %s', async (_, selection, changed) => {
    const { status, json } = await put({ ...selection, values })
    expect([status, json]).toEqual([200, { count: changed.length }])
    const expected = Object.fromEntries(changed.map(id => [id, 'new']))
    expect(await readReferences()).toEqual({ ...unchanged, ...expected })
  })

  it('needs one statement, and one more to return what was there', async () => {
    await put({ ...everyRecord, all_records_subset_query: { filters: paid }, values })
    expect(asked).toEqual(['update orders'])
    asked.length = 0
    await put(
      { ...everyRecord, all_records_subset_query: { filters: paid }, values },
      { returnPrevious: true },
    )
    expect(asked).toEqual(['list orders', 'update orders'])
    asked.length = 0
    await put({ ...everyRecord, values }, { dryRun: true })
    expect(asked).toEqual(['list orders'])
  })

  it('changes records with composite keys', async () => {
    const { json } = await put(
      { ids: ['1|pen', '1|a\\|b/c'], values: { quantity: 9 } },
      { returnPrevious: true },
      '/order_products',
    )
    expect(json).toEqual({
      count: 2,
      previous: [
        { id: '1|a\\|b/c', values: { quantity: 1 } },
        { id: '1|pen', values: { quantity: 2 } },
      ],
    })
    expect(await readValues('/order_products', 'quantity')).toEqual({
      '1|pen': 9,
      '1|a\\|b/c': 9,
      '2|pen': 5,
    })
  })

  it('leaves records outside the scope untouched, and does not show them', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    const preview = (await put({ ids: ['1', '2'], values }, { dryRun: true })).json
    expect(preview).toMatchObject({ count: 1, samples: [{ id: '1' }] })
    const { json } = await put({ ids: ['1', '2'], values }, { returnPrevious: true })
    expect(json).toEqual({ count: 1, previous: [{ id: '1', values: { reference: 'O-1' } }] })
    expect((await put({ ...everyRecord, values })).json).toEqual({ count: 3 })
    open.service.setScope(1, 'orders', null)
    expect(await readReferences()).toEqual({ 1: 'new', 2: 'O-2', 3: 'new', 4: 'new' })
  })

  it('is a write: no batch takes it', async () => {
    const { json } = await open.send('POST', '/_batch', {
      requests: [{ id: '1', method: 'PUT', path: '/orders' }],
    })
    expect(json).toMatchObject({ errors: [{ status: 400 }] })
    const [line] = await sendBatch(open, [{ method: 'POST', path: '/orders', body: {} }])
    expect(line).toMatchObject({ status: 405 })
  })
})

describe('a dry run', () => {
  beforeEach(() => start())

  it('shows before and after, and writes nothing', async () => {
    const changed = { paid_at: '2024-05-01T02:00:00+02:00', labels: ['x'], details: { a: 1 } }
    const { json } = await put({ ids: ['1', '2'], values: changed }, { dryRun: true })
    const after = { paid_at: '2024-05-01T00:00:00.000Z', labels: ['x'], details: { a: 1 } }
    expect(json).toEqual({
      count: 2,
      samples: [
        {
          id: '1',
          before: { paid_at: '2024-01-02T03:04:05.678Z', labels: ['new', 'a,b'], details: null },
          after,
        },
        { id: '2', before: { paid_at: null, labels: null, details: { gift: true } }, after },
      ],
    })
    expect(asked).toEqual(['list orders'])
  })

  it('has at most 20 samples, in the order of the keys, and counts all', async () => {
    await open.close()
    open = await openAgent(manyRecords(45))
    const { json } = await put({ ...everyRecord, values: { n: 0 } }, { dryRun: true }, '/things')
    const { count, samples } = json as BulkUpdatePreview
    expect(count).toBe(45)
    expect(samples.map(({ id }) => Number(id))).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  it('finds no record in an empty selection', async () => {
    expect((await put({ ids: [], values }, { dryRun: true })).json).toEqual({
      count: 0,
      samples: [],
    })
  })

  it('refuses what the update would refuse', async () => {
    const long = await put({ ids: ['1'], values: { reference: 'far too long' } }, { dryRun: true })
    expect(readError(long)).toMatchObject({ status: 400, data: { fields: { reference: [{}] } } })
    const missing = await put(
      { ids: ['1'], values: { customer: { type: 'customers', id: '99' } } },
      { dryRun: true },
    )
    expect(missing.status).toBe(404)
  })
})

describe('returnPrevious', () => {
  it('returns what restores the records', async () => {
    await start()
    const before = (await open.get('/orders')).json
    const written = {
      status: 'draft',
      total: 1,
      paid_at: null,
      labels: ['z'],
      details: { b: 2 },
      customer: { type: 'customers', id: '3' },
    }
    const { json } = await put({ ...everyRecord, values: written }, { returnPrevious: true })
    const { count, previous = [] } = json as BulkUpdateResult
    expect([count, previous.length]).toEqual([4, 4])
    expect((await open.get('/orders')).json).not.toEqual(before)
    for (const { id, values } of previous) {
      expect((await put({ ids: [id], values })).json).toEqual({ count: 1 })
    }
    expect((await open.get('/orders')).json).toEqual(before)
  })

  it('restores bytes', async () => {
    await start()
    const before = (await open.get('/products')).json
    const photo = 'data:application/octet-stream;base64,AAEC'
    const { json } = await put(
      { ...everyRecord, values: { photo } },
      { returnPrevious: true },
      '/products',
    )
    for (const { id, values } of (json as BulkUpdateResult).previous ?? []) {
      await put({ ids: [id], values }, undefined, '/products')
    }
    expect((await open.get('/products')).json).toEqual(before)
  })

  it('is for 1,000 records, and refuses more before it writes', async () => {
    open = await openAgent(spiedSource(manyRecords(1001), asked))
    asked.length = 0
    const refused = await put(
      { ...everyRecord, values: { n: 0 } },
      { returnPrevious: true },
      '/things',
    )
    expect(readError(refused)).toMatchObject({
      status: 400,
      detail:
        "Nothing was changed: 'returnPrevious' is for at most 1000 records, and more are selected. Select fewer, or leave it out.",
    })
    expect(asked).toEqual(['list things'])
    const { json } = await put(
      { all_records: true, all_records_ids_excluded: ['1'], values: { n: 0 } },
      { returnPrevious: true },
      '/things',
    )
    const { count, previous } = json as BulkUpdateResult
    expect([count, previous?.length]).toEqual([1000, 1000])
    expect((await put({ ...everyRecord, values: { n: 0 } }, {}, '/things')).json).toEqual({
      count: 1001,
    })
  })

  it('writes nothing when the client leaves during the read', async () => {
    const left = new AbortController()
    open = await openAgent(pausedSource(spiedSource(shop(), asked), () => left.abort()))
    asked.length = 0
    const data = { attributes: { ids: ['1'], values }, meta: { returnPrevious: true } }
    const request = fetch(`${open.url}/orders?timezone=UTC`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${open.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
      signal: left.signal,
    })
    await expect(request).rejects.toThrow('aborted')
    await open.get('/orders/count')
    expect(asked).toEqual(['list orders', 'aggregate orders'])
  })

  it('has no previous values of an empty selection', async () => {
    await start()
    expect((await put({ ids: [], values }, { returnPrevious: true })).json).toEqual({
      count: 0,
      previous: [],
    })
  })
})

describe('many-to-one relations', () => {
  beforeEach(() => start())

  it('are set by id, or to null', async () => {
    const { json } = await put(
      { ids: ['1', '4'], values: { customer: { type: 'customers', id: '2' } } },
      { returnPrevious: true },
    )
    const customer = { type: 'customers', id: '1' }
    expect(json).toEqual({
      count: 2,
      previous: [
        { id: '1', values: { customer } },
        { id: '4', values: { customer: null } },
      ],
    })
    await put({ ids: ['2'], values: { customer: null } })
    expect(await readValues('/orders', 'customer_id')).toEqual({ 1: 2, 2: null, 3: 2, 4: 2 })
  })

  it('lead to records within the scope only', async () => {
    open.service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'FR' })
    const answer = await put({ ids: ['1'], values: { customer: { type: 'customers', id: '2' } } })
    expect(answer.status).toBe(404)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['/orders', { customer: 2 }, `'data.attributes.values.customer' must be like {"type":"books"`],
    [
      '/customers',
      { address: { type: 'addresses', id: '2' } },
      "'address' of 'customers' cannot be changed for several records at once: only columns",
    ],
    [
      '/customers',
      { orders: null },
      "'orders' of 'customers' cannot be changed for several records at once: only columns",
    ],
    [
      '/orders',
      { customer: null, customer_id: 2 },
      "'customer' is stored in 'customer_id', which is written as well: write one of the two.",
    ],
    [
      '/order_products',
      { order: { type: 'orders', id: '2' } },
      "'order_id' is part of the key of 'order_products': it cannot be changed for several",
    ],
  ])('of %s refuse %j', async (path, refused, detail) => {
    const answer = await put({ ...everyRecord, values: refused }, {}, path)
    expect(readError(answer)).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail),
    })
    expect(asked.filter(statement => statement.startsWith('update'))).toEqual([])
  })
})

describe('a refused bulk update', () => {
  beforeEach(() => start())

  it.each<[unknown, string]>([
    [{}, 'The body must be like {"data":{"attributes":{"ids":["1"],"values":{…}}}}.'],
    [{ data: [{ id: '1' }] }, 'The body must be like'],
    [{ date: {} }, "No 'date' in the body. It can have: data. Did you mean 'data'?"],
    [
      { data: { attributes: { ids: ['1'], values }, metta: {} } },
      "No 'metta' in 'data'. It can have: type, attributes, meta. Did you mean 'meta'?",
    ],
    [
      { data: { attributes: { ids: ['1'], value: {} } } },
      "No 'value' in 'data.attributes'. It can have: collection_name, ids, all_records,",
    ],
    [
      {
        data: {
          attributes: { ...everyRecord, values, all_records_subset_query: { filter: paid } },
        },
      },
      "No 'filter' in 'data.attributes.all_records_subset_query'. It can have: filters,",
    ],
    [
      { data: { attributes: { ...everyRecord, values, all_records_subset_query: 'paid' } } },
      "'data.attributes.all_records_subset_query' must be an object of parameters.",
    ],
    [
      { data: { attributes: { ids: ['1'], values }, meta: { dryrun: true } } },
      "No 'dryrun' in 'data.meta'. It can have: dryRun, returnPrevious. Did you mean 'dryRun'?",
    ],
    [
      { data: { attributes: { ids: ['1'], values }, meta: { dryRun: 'yes' } } },
      `'data.meta.dryRun' must be true or false, not "yes".`,
    ],
    [{ data: { attributes: { ids: ['1'], values }, meta: 1 } }, "'data.meta' must be an object."],
    [
      {
        data: { attributes: { ids: ['1'], values }, meta: { dryRun: true, returnPrevious: true } },
      },
      "A dry run changes nothing: send 'dryRun' or 'returnPrevious', not both.",
    ],
    [{ data: { attributes: { ids: ['1'] } } }, "'data.attributes.values' must be an object of"],
    [
      { data: { attributes: { ids: ['1'], values: {} } } },
      "'data.attributes.values' must be an object of fields and values, like",
    ],
    [{ data: { attributes: { values } } }, "'data.attributes.ids' must be a list of ids."],
    [
      { data: { attributes: { all_records: true, values } } },
      "'data.attributes.all_records_ids_excluded' must be a list of ids.",
    ],
    [
      { data: { attributes: { ids: ['1'], values: { referense: 'x' } } } },
      "No field 'referense' on 'orders'. It has: ",
    ],
    [{ data: { attributes: { ids: ['1'], values: { version: 2 } } } }, "'version'"],
    [
      { data: { attributes: { ids: ['1'], values: { id: 9 } } } },
      "'id' is part of the key of 'orders': it cannot be changed for several records at once.",
    ],
    [{ data: { attributes: { ids: ['1'], values: { total: 'ten' } } } }, "'total'"],
    [{ data: { attributes: { ids: ['1'], values: { reference: 'far too long' } } } }, 'reference'],
  ])('writes nothing and says why: %j', async (body, detail) => {
    const answer = await open.send('PUT', '/orders', body)
    expect(readError(answer)).toMatchObject({
      status: 400,
      detail: expect.stringContaining(detail),
    })
    expect(asked).toEqual([])
  })

  it('lists the messages of each field', async () => {
    const answer = await put({
      ids: ['1'],
      values: { reference: 'far too long', status: 'draft' },
    })
    expect(readError(answer)).toMatchObject({ data: { fields: { reference: [{}] } } })
  })
})

describe('rights', () => {
  beforeEach(() => start())

  it('asks for edit, and for read to show values', async () => {
    open.service.setRights('orders', { ...all, edit: false })
    expect((await put({ ids: ['1'], values })).status).toBe(403)
    expect((await put({ ids: ['1'], values }, { dryRun: true })).status).toBe(403)
    open.service.setRights('orders', { ...all, read: false, browse: false })
    for (const meta of [{ dryRun: true }, { returnPrevious: true }]) {
      expect((await put({ ids: ['1'], values }, meta)).status).toBe(403)
    }
    const subset = { ...everyRecord, all_records_subset_query: { filters: paid } }
    expect((await put({ ...subset, values })).status).toBe(403)
    expect((await put({ ids: ['1'], values })).json).toEqual({ count: 1 })
  })

  it('writes and shows only fields the role may write and read', async () => {
    open.service.setRights('orders', { ...all, fields: { total: { read: true, edit: false } } })
    const locked = await put({ ids: ['1'], values: { reference: 'x', total: 1 } })
    expect(readError(locked)).toMatchObject({
      status: 403,
      detail: "Your role may not write the field 'total'.",
    })
    open.service.setRights('orders', { ...all, fields: { total: { read: false, edit: true } } })
    for (const meta of [{ dryRun: true }, { returnPrevious: true }]) {
      const hidden = await put({ ids: ['1'], values: { total: 1 } }, meta)
      expect(readError(hidden)).toMatchObject({
        status: 403,
        detail: "Your role may not read the field 'total'.",
      })
    }
    expect(asked).toEqual([])
    expect((await put({ ids: ['1'], values: { total: 1 } })).json).toEqual({ count: 1 })
  })
})

describe('customizations', () => {
  it('runs the hooks once, with the filter and the patch', async () => {
    const ran: unknown[] = []
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addHook('Before', 'Update', async ({ filter, patch }) => {
            ran.push(['before', filter.conditionTree, { ...patch }])
            patch.total = 7
          })
          .addHook('After', 'Update', async ({ filter, collection }) => {
            ran.push(['after', await collection.list(filter, ['id', 'reference', 'total'])])
          }),
      ),
    )
    await put({ ids: ['1', '2'], values }, { dryRun: true })
    await put({ ids: [], values })
    await put({ ids: ['99'], values }, { returnPrevious: true })
    await put({ ids: ['1'], values: { reference: 'far too long' } })
    expect(ran).toEqual([])
    expect((await put({ ids: ['1', '2'], values })).json).toEqual({ count: 2 })
    expect(ran).toEqual([
      ['before', { field: 'id', operator: 'In', value: [1, 2] }, { reference: 'new' }],
      [
        'after',
        [
          { id: 1, reference: 'new', total: 7 },
          { id: 2, reference: 'new', total: 7 },
        ],
      ],
    ])
  })

  it('writes nothing when a hook refuses', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.addHook('Before', 'Update', ({ throwValidationError }) =>
          throwValidationError('Closed.'),
        ),
      ),
    )
    const answer = await put({ ...everyRecord, values })
    expect(readError(answer)).toMatchObject({ status: 400, detail: 'Closed.' })
    expect(await readReferences()).toEqual(unchanged)
  })

  it('calls an override once for all records', async () => {
    const calls: unknown[] = []
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.overrideUpdate(async ({ patch }) => {
          calls.push(patch)
        }),
      ),
    )
    expect((await put({ ...everyRecord, values })).json).toEqual({ count: 4 })
    expect(calls).toEqual([values])
  })

  it('uses exported names, and refuses fields that cannot be written', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addField('label', {
            columnType: 'String',
            dependencies: ['id'],
            getValues: rows => rows.map(({ id }) => `#${id}`),
          })
          .renameField('reference', 'ref'),
      ),
    )
    const { json } = await put({ ids: ['1'], values: { ref: 'new' } }, { returnPrevious: true })
    expect(json).toEqual({ count: 1, previous: [{ id: '1', values: { ref: 'O-1' } }] })
    expect((await put({ ids: ['1'], values: { label: 'x' } })).status).toBe(400)
  })
})

/** A data source whose lists begin with `onList` and end when their request is aborted. */
function pausedSource(factory: DataSourceFactory, onList: () => void): DataSourceFactory {
  return async (logger, restart) => {
    const dataSource = await factory(logger, restart)
    const pause = (source: CollectionSource): CollectionSource => ({
      name: source.name,
      schema: source.schema,
      list: async (query, call) => {
        onList()
        const rows = await source.list(query, call)
        if (!call.signal?.aborted) await once(call.signal!, 'abort')
        return rows
      },
      aggregate: (query, call) => source.aggregate(query, call),
      create: (rows, call) => source.create(rows, call),
      update: (where, patch, call) => source.update(where, patch, call),
      delete: (where, call) => source.delete(where, call),
    })
    return { ...dataSource, collections: dataSource.collections.map(pause) }
  }
}

const manyRecords = (length: number) =>
  createMemoryDataSource({
    things: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, n: 'Number' },
      records: Array.from({ length }, (_, index) => ({ id: index + 1, n: index })),
    },
  })
