import { createMongoDataSource } from '@service/datasource-mongo'
import { type Documents, storeDocuments } from '@service/datasource-mongo/testing'
import type { Row } from '@service/datasource-toolkit'
import type { CollectionCustomizer, Model } from '@service/engine'
import { compile, create, createCustomizer, explainList, list, update } from '@service/engine'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { flattenColumn, flattenRelation } from './index.js'
import { call } from './testing/open-model.js'

const url = inject('mongoUrl')

const since = new Date('2020-01-01T00:00:00.000Z')
const paris = { city: 'Paris', geo: { point: { lat: 48.9, lon: 2.4 } }, since, tags: ['a'] }
const rome = { city: 'Rome', geo: { point: { lat: 41.9, lon: 12.5 } }, since, tags: [] }

describe.skipIf(!url)('the flattener on documents of MongoDB', () => {
  let documents: Documents
  const closing: (() => Promise<void>)[] = []
  beforeEach(async () => {
    documents = await storeDocuments(url as string, {
      customers: [
        { _id: 1, name: 'Ann', address: paris },
        { _id: 2, name: 'Bob', address: rome },
        { _id: 3, name: 'Cid', address: null },
        { _id: 4, name: 'Dot' },
      ] as never,
      orders: [
        { _id: 1, customer: 2, lines: [{ box: { size: 1, kind: 'a' } }, { box: { size: 2 } }] },
        { _id: 2, customer: 1, lines: [] },
        { _id: 3, customer: null, lines: [] },
      ] as never,
    })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    await documents?.close()
  })

  const open = async (
    customize: Readonly<Record<string, (collection: CollectionCustomizer) => unknown>>,
  ): Promise<Model> => {
    const factory = createMongoDataSource(documents.address, {
      collections: {
        orders: { asCollections: ['lines'], references: { customer: 'customers' } },
      },
    })
    const dataSource = await factory(
      () => {},
      async () => {},
    )
    closing.push(() => dataSource.close())
    const customizer = createCustomizer()
    for (const [name, each] of Object.entries(customize)) {
      customizer.customizeCollection(name, each)
    }
    return compile([{ dataSource }], customizer.journal)
  }
  const flattened = (options: object) =>
    open({
      customers: customers =>
        customers.use(flattenColumn, { columnName: 'address', ...options } as never),
    })
  const listFlatNames = (model: Model, name = 'customers') =>
    [...model.collection(name).view.keys()].filter(each => each.includes('@@@'))
  const where = (field: string, value: unknown) =>
    ({ conditionTree: { field, operator: 'Equal', value } }) as const
  const storedAddress = async (id: number) =>
    (await documents.db.collection('customers').findOne({ _id: id as never }))?.address

  it('knows the members of a document from the sample, three levels deep', async () => {
    const model = await flattened({ level: 3 })
    const { fields } = model.collection('customers')
    expect(
      listFlatNames(model).map(name => {
        const field = fields.get(name)
        return [name, field?.kind === 'Column' && field.columnType]
      }),
    ).toEqual([
      ['address@@@city', 'String'],
      ['address@@@geo@@@point@@@lat', 'Number'],
      ['address@@@geo@@@point@@@lon', 'Number'],
      ['address@@@since', 'Date'],
      ['address@@@tags', ['String']],
    ])
    expect(listFlatNames(await flattened({ exclude: ['geo', 'tags'] }))).toEqual([
      'address@@@city',
      'address@@@since',
    ])
    expect(listFlatNames(await flattened({ include: ['geo.point.lat'] }))).toEqual([
      'address@@@geo@@@point@@@lat',
    ])
  })

  it('leaves reading, filters and sorts to the server', async () => {
    const model = await flattened({ level: 3 })
    const query = {
      collection: model.collection('customers'),
      filter: {
        conditionTree: {
          field: 'address@@@geo@@@point@@@lat',
          operator: 'GreaterThan',
          value: 1,
        },
      },
      sort: [{ field: 'address@@@city', ascending: false }],
      projection: ['name', 'address@@@since', 'address@@@tags'],
    } as const
    expect(await explainList(query, call)).toBe(
      `list customers
  scan     customers(name, address@@@since, address@@@tags)  where address@@@geo@@@point@@@lat > ?  order by address@@@city desc, _id`,
    )
    expect(await list(query, call)).toEqual([
      { name: 'Bob', 'address@@@since': since.toISOString(), 'address@@@tags': [] },
      { name: 'Ann', 'address@@@since': since.toISOString(), 'address@@@tags': ['a'] },
    ])
  })

  it('stores dates as dates, whether members or documents are written', async () => {
    const collection = (await flattened({ level: 3 })).collection('customers')
    const date = '2021-02-03T04:05:06.000Z'
    await update(collection, where('name', 'Dot'), { 'address@@@since': date }, call)
    expect(await storedAddress(4)).toEqual({ since: new Date(date) })
    await create(collection, [{ _id: 5, 'address@@@since': date, 'address@@@city': 'Oslo' }], call)
    expect(await storedAddress(5)).toEqual({ since: new Date(date), city: 'Oslo' })
    await update(collection, where('_id', 5), { address: { since: date } }, call)
    expect(await storedAddress(5)).toEqual({ since: new Date(date) })
  })

  it('loses none of many changes of siblings made at the same time', async () => {
    const collection = (await flattened({ level: 3 })).collection('customers')
    const patches: readonly Row[] = [
      { 'address@@@city': 'Oslo' },
      { 'address@@@geo@@@point@@@lat': 1 },
      { 'address@@@geo@@@point@@@lon': 2 },
      { 'address@@@since': since.toISOString() },
      { 'address@@@tags': ['x', 'y'] },
    ]
    const writes = [1, 3, 4].flatMap(id =>
      patches.map(patch => update(collection, where('_id', id), patch, call)),
    )
    await Promise.all(writes)
    const expected = { city: 'Oslo', geo: { point: { lat: 1, lon: 2 } }, since, tags: ['x', 'y'] }
    for (const id of [1, 3, 4]) expect(await storedAddress(id)).toEqual(expected)
    expect(await storedAddress(2)).toEqual(rome)
  })

  it('filters, sorts and writes members of related documents', async () => {
    const model = await open({
      customers: customers => customers.use(flattenColumn, { columnName: 'address', level: 3 }),
      orders: orders =>
        orders.use(flattenRelation, {
          relationName: 'customers_through_customer',
          include: ['name', 'address@@@city', 'address@@@geo@@@point@@@lat'],
        }),
    })
    const city = 'customers_through_customer@@@address@@@city'
    const collection = model.collection('orders')
    expect(listFlatNames(model, 'orders')).toContain(city)
    const query = {
      collection,
      filter: {},
      sort: [{ field: city, ascending: true }],
      projection: ['_id', city],
    }
    expect(await explainList(query, call)).toContain('order by customers_through_customer:address')
    expect(await list(query, call)).toEqual([
      { _id: 3, [city]: null },
      { _id: 2, [city]: 'Paris' },
      { _id: 1, [city]: 'Rome' },
    ])
    expect(await list({ ...query, filter: where(city, 'Rome') }, call)).toHaveLength(1)
    expect(await update(collection, where('_id', 1), { [city]: 'Milan' }, call)).toBe(1)
    expect(await storedAddress(2)).toEqual({ ...rome, city: 'Milan' })
  })

  it('flattens documents inside arrays that are collections, in memory and in turn', async () => {
    const model = await open({
      orders_lines: lines => lines.use(flattenColumn, { columnName: 'box' }),
    })
    const collection = model.collection('orders_lines')
    const first = {
      conditionTree: {
        aggregator: 'And',
        conditions: [
          { field: 'parentId', operator: 'Equal', value: 1 },
          { field: 'linesPosition', operator: 'Equal', value: 0 },
        ],
      },
    } as const
    await Promise.all([
      update(collection, first, { 'box@@@size': 7 }, call),
      update(collection, first, { 'box@@@kind': 'b' }, call),
    ])
    const projection = ['box@@@size', 'box@@@kind']
    const sort = [{ field: 'box@@@size', ascending: true }]
    expect(await list({ collection, filter: {}, sort, projection }, call)).toEqual([
      { 'box@@@size': 2, 'box@@@kind': null },
      { 'box@@@size': 7, 'box@@@kind': 'b' },
    ])
  })
})
