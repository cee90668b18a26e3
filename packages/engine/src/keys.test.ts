import { createMemoryDataSource, type MemoryOptions } from '@service/datasource-memory'
import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { count } from './aggregate.js'
import { createCustomizer } from './customizer.js'
import { iterate } from './iterate.js'
import { explainList, list } from './list.js'
import { compile } from './model/compile.js'
import { remove } from './remove.js'
import { call } from './testing/shop.js'
import { update } from './update.js'

const part = { type: 'Number', isPrimaryKey: true } as const

/** Lines reference their product by two columns; events have no primary key. */
const tables = {
  products: {
    columns: { shop: part, number: part, name: 'String' },
    records: [
      { shop: 1, number: 1, name: 'axe' },
      { shop: 1, number: 2, name: 'bow' },
      { shop: 2, number: 1, name: 'cap' },
    ],
  },
  lines: {
    columns: { id: part, shop: 'Number', number: 'Number' },
    relations: {
      product: {
        kind: 'ManyToOne',
        foreignCollection: 'products',
        keys: [
          { from: 'shop', to: 'shop' },
          { from: 'number', to: 'number' },
        ],
      },
    },
    records: [
      { id: 1, shop: 2, number: 1 },
      { id: 2, shop: 1, number: 1 },
      { id: 3, shop: 2, number: 2 },
      { id: 4, shop: 1, number: null },
    ],
  },
  events: {
    columns: { name: 'String', size: 'Number' },
    records: [
      { name: 'b', size: 1 },
      { name: 'a', size: 2 },
      { name: 'b', size: 3 },
    ],
  },
} as const

async function open(name: string, options: MemoryOptions = {}) {
  const dataSource = await createMemoryDataSource(tables, options)(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('events', events =>
    events
      .addField('double', {
        columnType: 'Number',
        dependencies: ['size'],
        getValues: records => records.map(({ size }) => Number(size) * 2),
      })
      .emulateFieldFiltering('double')
      .emulateFieldSorting('double'),
  )
  const model = await compile([{ dataSource }], customizer.journal)
  return model.collection(name)
}

const query = { filter: {}, sort: [] }

describe.each([
  ['joined', true],
  ['batched', false],
])('a relation by two columns, %s', (_, joins) => {
  const listed = async (conditionTree?: ConditionTree) => {
    const collection = await open('lines', { joins })
    const filter = { conditionTree }
    return list({ ...query, collection, filter, projection: ['id', 'product:name'] }, call)
  }

  it('leads to the record both columns name', async () => {
    expect(await listed()).toEqual([
      { id: 1, product: { name: 'cap' } },
      { id: 2, product: { name: 'axe' } },
      { id: 3, product: null },
      { id: 4, product: null },
    ])
  })

  it.each([
    [{ field: 'product:name', operator: 'Equal', value: 'cap' }, [1]],
    [{ field: 'product:name', operator: 'NotEqual', value: 'cap' }, [2, 3, 4]],
  ] as const)('filters by it: %o', async (conditionTree, expected) => {
    expect((await listed(conditionTree)).map(row => row.id)).toEqual(expected)
  })
})

describe.each([
  ['joined', true],
  ['batched', false],
])('a relation by columns of other types than their targets, %s', (_, joins) => {
  const keys = [
    { from: 'shop', to: 'shop' },
    { from: 'code', to: 'code' },
  ]
  const stock = {
    products: {
      columns: { shop: part, code: { type: 'String', isPrimaryKey: true }, name: 'String' },
      records: [
        { shop: 5, code: '7', name: 'axe' },
        { shop: 5, code: '', name: 'bow' },
      ],
    },
    lines: {
      columns: { id: part, shop: 'String', code: 'Number', only: 'String' },
      relations: {
        product: { kind: 'ManyToOne', foreignCollection: 'products', keys },
        bare: {
          kind: 'ManyToOne',
          foreignCollection: 'products',
          keys: [{ from: 'only', to: 'code' }],
        },
      },
      records: [
        { id: 1, shop: '5', code: 7, only: '7' },
        { id: 2, shop: '5.0', code: 7, only: '' },
        { id: 3, shop: '5', code: null, only: null },
        { id: 4, shop: null, code: 7, only: '5' },
      ],
    },
  } as const

  it('compares one column and several alike, and null with nothing', async () => {
    const dataSource = await createMemoryDataSource(stock, { joins })(
      () => {},
      async () => {},
    )
    const collection = (await compile([{ dataSource }], [])).collection('lines')
    const projection = ['id', 'product:name', 'bare:name']
    const axe = { name: 'axe' }
    expect(await list({ ...query, collection, projection }, call)).toEqual([
      { id: 1, product: axe, bare: axe },
      { id: 2, product: axe, bare: { name: 'bow' } },
      { id: 3, product: null, bare: null },
      { id: 4, product: null, bare: null },
    ])
  })
})

describe('a collection by two columns', () => {
  it('is written by the keys of the records that match', async () => {
    const collection = await open('products')
    const conditionTree = { field: 'name', operator: 'In', value: ['axe', 'cap'] } as const
    expect(await update(collection, { conditionTree }, { name: 'sold' }, call)).toBe(2)
    expect(await count({ collection, filter: { conditionTree } }, call)).toBe(0)
  })

  it('is in a total order by both', async () => {
    const sort = [{ field: 'number', ascending: true }]
    const collection = await open('products')
    expect(await explainList({ ...query, sort, collection, projection: ['name'] }, call)).toContain(
      'order by number, shop',
    )
  })
})

describe('a collection without primary key', () => {
  it('is listed, sorted and filtered in memory, and iterated at once', async () => {
    const collection = await open('events')
    const sort = [{ field: 'double', ascending: false }]
    const conditionTree = { field: 'double', operator: 'GreaterThan', value: 2 } as const
    const sorted = { ...query, sort, collection, filter: { conditionTree }, projection: ['size'] }
    expect(await list(sorted, call)).toEqual([{ size: 3 }, { size: 2 }])
    const rows: Row[] = []
    const all = { ...query, collection, projection: ['name'] }
    for await (const chunk of iterate(all, call, { chunkSize: 1 })) rows.push(...chunk)
    expect(rows).toHaveLength(3)
  })

  it('has no place to resume after', async () => {
    const collection = await open('events')
    const resumed = { ...query, collection, projection: ['name'], after: ['a'] }
    await expect(list(resumed, call)).rejects.toMatchObject({
      status: 422,
      message: "'events' has no primary key: it can be paged only by number.",
    })
  })

  it('is written by conditions on its own columns only', async () => {
    const collection = await open('events')
    const own = { conditionTree: { field: 'name', operator: 'Equal', value: 'b' } } as const
    expect(await remove(collection, own, call)).toBe(2)
    const inMemory = { conditionTree: { field: 'double', operator: 'Equal', value: 4 } } as const
    await expect(remove(collection, inMemory, call)).rejects.toMatchObject({ status: 422 })
  })

  it('stops at the ceiling of rows', async () => {
    const collection = await open('events')
    const settings = { ...collection.settings, maxRowsInMemory: 2 }
    const sort = [{ field: 'double', ascending: false }]
    const sorted = { ...query, sort, collection: { ...collection, settings }, projection: ['size'] }
    await expect(list(sorted, call)).rejects.toMatchObject({ code: 'too_many_rows' })
  })
})

it('a scope over a computed field over its own collection sees all of its rows', async () => {
  const dataSource = await createMemoryDataSource({
    people: {
      columns: { id: part, name: 'String', boss_id: 'Number' },
      relations: {
        boss: {
          kind: 'ManyToOne',
          foreignCollection: 'people',
          keys: [{ from: 'boss_id', to: 'id' }],
        },
      },
      records: [
        { id: 1, name: 'Ada', boss_id: null },
        { id: 2, name: 'Bob', boss_id: 1 },
        { id: 3, name: 'Cid', boss_id: 2 },
      ],
    },
  })(
    () => {},
    async () => {},
  )
  const customizer = createCustomizer()
  customizer.customizeCollection('people', people =>
    people
      .addField('under', {
        columnType: 'String',
        dependencies: ['boss:name'],
        getValues: records => records.map(({ boss }) => (boss ? String((boss as Row).name) : null)),
      })
      .emulateFieldFiltering('under'),
  )
  const collection = (await compile([{ dataSource }], customizer.journal)).collection('people')
  const scope = { field: 'under', operator: 'Equal', value: 'Ada' } as const
  const rows = await list(
    { ...query, collection, projection: ['name', 'under'] },
    { ...call, findScope: () => scope },
  )
  // Bob's parent is Ada, whom the caller may not see.
  expect(rows).toEqual([{ name: 'Bob', under: null }])
})
