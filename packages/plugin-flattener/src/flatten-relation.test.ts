import { createMemoryDataSource } from '@service/datasource-memory'
import { compile, createCustomizer, explainList, list, update } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { flattenColumn, flattenRelation } from './index.js'
import { call, openModel } from './testing/open-model.js'

const id = { type: 'Number', isPrimaryKey: true } as const
const toOne = (foreignCollection: string, from: string) =>
  ({ kind: 'ManyToOne', foreignCollection, keys: [{ from, to: 'id' }] }) as const

const shop = () =>
  createMemoryDataSource({
    orders: {
      columns: { id, customer_id: 'Number' },
      relations: { customer: toOne('customers', 'customer_id') },
      records: [
        { id: 1, customer_id: 2 },
        { id: 2, customer_id: 1 },
        { id: 3, customer_id: null },
      ],
    },
    customers: {
      columns: { id, name: 'String', country_id: 'Number', address: { city: 'String' } },
      relations: {
        country: toOne('countries', 'country_id'),
        orders: {
          kind: 'OneToMany',
          foreignCollection: 'orders',
          keys: [{ from: 'id', to: 'customer_id' }],
        },
      },
      records: [
        { id: 1, name: 'Ann', country_id: 1 },
        { id: 2, name: 'Bob', country_id: 1 },
      ],
    },
    countries: {
      columns: { id, code: 'String' },
      records: [{ id: 1, code: 'fr' }],
    },
  })

const open = (options: object, name = 'orders') =>
  openModel(shop(), name, collection => collection.use(flattenRelation, options as never))

const fieldsWith = async (options: object) => {
  const { model } = await open(options)
  return [...model.collection('orders').view.keys()].filter(name => name.includes('@@@'))
}

describe('flattenRelation', () => {
  it('imports the columns of a relation, or of one behind it', async () => {
    expect(await fieldsWith({ relationName: 'customer' })).toEqual([
      'customer@@@id',
      'customer@@@name',
      'customer@@@country_id',
      'customer@@@address',
    ])
    const all = await fieldsWith({ relationName: 'customer' })
    expect(await fieldsWith({ relationName: 'customer', exclude: [] })).toEqual(all)
    expect(await fieldsWith({ relationName: 'customer', include: [] })).toEqual([])
    expect(await fieldsWith({ relationName: 'customer', include: ['name'] })).toEqual([
      'customer@@@name',
    ])
    expect(await fieldsWith({ relationName: 'customer:country', exclude: ['id'] })).toEqual([
      'customer@@@country@@@code',
    ])
  })

  it('filters and sorts in the source, and reads null without a related record', async () => {
    const { model } = await open({ relationName: 'customer', include: ['name'] })
    const collection = model.collection('orders')
    const query = {
      collection,
      filter: {},
      sort: [{ field: 'customer@@@name', ascending: true }],
      projection: ['id', 'customer@@@name'],
    }
    expect(await list(query, call)).toEqual([
      { id: 2, 'customer@@@name': 'Ann' },
      { id: 1, 'customer@@@name': 'Bob' },
      { id: 3, 'customer@@@name': null },
    ])
    expect(await explainList(query, call)).toContain('order by customer:name')
  })

  it('writes through the relation unless it is readonly', async () => {
    const writable = await open({ relationName: 'customer', include: ['name'] })
    const orders = writable.model.collection('orders')
    const first = { conditionTree: { field: 'id', operator: 'Equal', value: 1 } } as const
    await update(orders, first, { 'customer@@@name': 'Zoe' }, call)
    const query = { collection: orders, filter: first, sort: [], projection: ['customer:name'] }
    expect(await list(query, call)).toEqual([{ customer: { name: 'Zoe' } }])

    const { model } = await open({ relationName: 'customer', readonly: true })
    await expect(
      update(model.collection('orders'), first, { 'customer@@@name': 'Zoe' }, call),
    ).rejects.toThrow("'customer@@@name' of 'orders' is read-only")
  })

  it('rejects merging a related document that the source cannot change by itself', async () => {
    const dataSource = await shop()(
      () => {},
      async () => {},
    )
    const customizer = createCustomizer()
    customizer.customizeCollection('customers', customers =>
      customers.use(flattenColumn, { columnName: 'address' }),
    )
    customizer.customizeCollection('orders', orders =>
      orders.use(flattenRelation, { relationName: 'customer', include: ['address@@@city'] }),
    )
    const model = await compile([{ dataSource }], customizer.journal)
    const patch = { 'customer@@@address@@@city': 'Oslo' }
    await expect(update(model.collection('orders'), {}, patch, call)).rejects.toMatchObject({
      status: 422,
      message: "'address@@@city' cannot be written through a relation.",
    })
  })

  it.each([
    [{}, "Option 'relationName' is missing"],
    [{ relationName: 'custmer' }, "'custmer' is not a relation of 'orders'. There are: customer."],
    [{ relationName: 'customer_id' }, "'customer_id' is not a to-one relation of 'orders'"],
    [{ relationName: 'customer:orders' }, "'orders' is not a to-one relation of 'customers'"],
    [{ relationName: 'customer', level: 2 }, "No option 'level'. Allowed: relationName, include"],
    [
      { relationName: 'customer', include: ['nam'] },
      "include of 'customer' names 'nam'. Columns of 'customers': id, name, country_id",
    ],
    [{ relationName: 'customer', exclude: ['x'] }, "exclude of 'customer' names 'x'"],
    [
      { relationName: 'customer', include: ['name'], exclude: ['name'] },
      "include and exclude of 'customer' leave nothing",
    ],
  ])('rejects %j at start, naming the line', async (options, message) => {
    const failing = open(options)
    await expect(failing).rejects.toThrow(`use(flattenRelation) on 'orders': `)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/at .*flatten-relation\.test\.ts:\d+/)
  })
})
