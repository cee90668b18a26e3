import type { Scan } from '@service/datasource-toolkit'
import { ConditionTreeBranch, ConditionTreeLeaf } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MongoSource } from './collection.js'
import { compileAggregate } from './compile/compile-aggregate.js'
import { compileList } from './compile/compile-list.js'
import { parseAddress } from './connect.js'
import { openSource } from './open-source.js'
import { readPage } from './read-page.js'
import { explain } from './testing/explain.js'
import { type Documents, storeDocuments } from './testing/open-documents.js'

const url = inject('mongoUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)

describe.skipIf(!url)('plans of the server', () => {
  let documents: Documents
  let source: MongoSource
  beforeAll(async () => {
    documents = await storeDocuments(url as string, {
      orders: Array.from({ length: 500 }, (_, index) => ({
        _id: index,
        status: index % 2 ? 'paid' : 'open',
        total: index % 50,
        name: `order ${index}`,
        at: new Date(index * 1e6),
        lines: [{ sku: `s${index}` }, { sku: 'other' }],
        address: { city: `city ${index % 5}` },
      })),
    })
    const orders = documents.db.collection('orders')
    for (const key of ['at', 'name', 'address.city']) await orders.createIndex({ [key]: 1 })
    await orders.createIndex({ status: 1, total: -1, _id: 1 })
    source = await openSource(
      parseAddress(documents.address),
      {
        collections: {
          orders: {
            asCollections: ['lines'],
            columns: { city: { type: 'String', path: 'address.city' } },
          },
        },
      },
      () => {},
    )
  })
  afterAll(async () => {
    await source?.client.close()
    await documents?.close()
  })

  const explainScan = async (scan: Partial<Scan>, collection = 'orders') => {
    const columns = [...(source.collections.get(collection)?.columns.keys() ?? [])]
    const compiled = compileList(source, {
      select: { collection, columns, joins: [] },
      orderBy: [],
      ...scan,
    })
    return explained(compiled.collection, compiled.pipeline)
  }
  const explained = (collection: string, pipeline: readonly Document[]) =>
    explain(source.db, collection, pipeline)
  const page = { skip: 0, limit: 15 }

  it('sort a page by an index, reading the page and no more', async () => {
    expect(await explainScan({ orderBy: [{ field: 'at', ascending: false }], page })).toEqual({
      indexes: ['at_1'],
      isScan: false,
      isSorted: false,
      read: 15,
    })
  })

  it('sort a page by an index although the key breaks ties', async () => {
    const scan: Scan = {
      select: { collection: 'orders', columns: ['_id', 'at'], joins: [] },
      orderBy: [
        { field: 'at', ascending: false },
        { field: '_id', ascending: true },
      ],
      page: { skip: 30, limit: 15 },
    }
    const plans: unknown[] = []
    const rows = await readPage(source, scan, async (part, reading) => {
      const { collection, pipeline, decode } = compileList(source, part, reading)
      plans.push(await explained(collection, pipeline))
      const found = source.db.collection(collection).aggregate([...pipeline])
      return (await found.toArray()).map(decode)
    })
    expect(rows.map(row => row._id)).toEqual(Array.from({ length: 15 }, (_, i) => 469 - i))
    expect(plans).toMatchObject([{ indexes: ['at_1'], isSorted: false, isScan: false }])
  })

  it('break ties by the key, reading no more than those up to the page', async () => {
    const scan: Scan = {
      select: { collection: 'orders', columns: ['_id'], joins: [] },
      orderBy: [
        { field: 'city', ascending: false },
        { field: '_id', ascending: true },
      ],
      page: { skip: 0, limit: 15 },
    }
    const plans: { readonly read: number }[] = []
    const rows = await readPage(source, scan, async (part, reading) => {
      const { collection, pipeline, decode } = compileList(source, part, reading)
      plans.push(await explained(collection, pipeline))
      const found = source.db.collection(collection).aggregate([...pipeline])
      return (await found.toArray()).map(decode)
    })
    expect(rows).toEqual(Array.from({ length: 15 }, (_, i) => ({ _id: 4 + 5 * i })))
    expect(plans.map(({ read }) => read)).toEqual([16, 100])
  })

  it('filter and sort by one index', async () => {
    const plan = await explainScan({
      where: leaf('status', 'Equal', 'paid'),
      orderBy: [
        { field: 'total', ascending: false },
        { field: '_id', ascending: true },
      ],
      page,
    })
    expect(plan).toMatchObject({ indexes: ['status_1_total_-1__id_1'], isSorted: false, read: 15 })
  })

  it('start a keyset page where the last one ended', async () => {
    for (const ascending of [true, false]) {
      const plan = await explainScan({ orderBy: [{ field: '_id', ascending }], after: [250], page })
      expect(plan).toMatchObject({ indexes: ['_id_'], isScan: false, isSorted: false, read: 15 })
    }
    const plan = await explainScan({
      orderBy: [
        { field: 'at', ascending: true },
        { field: '_id', ascending: true },
      ],
      after: [new Date(250 * 1e6).toISOString(), 250],
      page,
    })
    expect(plan).toMatchObject({ isScan: false })
    expect(plan.read).toBeLessThan(260)
  })

  it('find what begins with a text, one of several values, and a span of time', async () => {
    for (const [where, index] of [
      [leaf('name', 'StartsWith', 'order 12'), 'name_1'],
      [leaf('name', 'In', ['order 1', 'order 2']), 'name_1'],
      [leaf('city', 'Equal', 'city 1'), 'address.city_1'],
      [
        new ConditionTreeBranch('And', [
          leaf('at', 'GreaterThanOrEqual', new Date(1e8).toISOString()),
          leaf('at', 'LessThan', new Date(1.1e8).toISOString()),
        ]),
        'at_1',
      ],
    ] as const) {
      expect(await explainScan({ where })).toMatchObject({ indexes: [index], isScan: false })
    }
  })

  it('find the elements of one document by its key before they are taken apart', async () => {
    const plan = await explainScan({ where: leaf('parentId', 'Equal', 7) }, 'orders_lines')
    expect(plan).toMatchObject({ indexes: ['_id_'], isScan: false, read: 1 })
  })

  it('fold what an index finds', async () => {
    const { collection, pipeline } = compileAggregate(
      source,
      {
        select: { collection: 'orders', columns: [], joins: [] },
        where: leaf('status', 'Equal', 'paid'),
        aggregation: { operation: 'Sum', field: 'total', groups: [{ field: 'status' }] },
      },
      call,
    )
    const plan = await explained(collection, pipeline)
    expect(plan).toMatchObject({ indexes: ['status_1_total_-1__id_1'], isScan: false })
  })

  it('know that nothing matches without looking', async () => {
    const plan = await explainScan({ where: new ConditionTreeBranch('Or', []) })
    expect(plan).toMatchObject({ isScan: false, read: 0 })
  })
})
