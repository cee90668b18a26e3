import { createMemoryDataSource } from '@service/datasource-memory'
import type { CollectionSource, DataSource, Operator } from '@service/datasource-toolkit'
import { type Customizer, createCustomizer } from '../customizer.js'
import { type CompileOptions, compile } from '../model/compile.js'
import type { EngineCall, Model } from '../model/model.js'

const key = { type: 'Number', isPrimaryKey: true } as const
const manyToOne = (foreignCollection: string, from: string) =>
  ({ kind: 'ManyToOne', foreignCollection, keys: [{ from, to: 'id' }] }) as const
const exactOperators: readonly Operator[] = ['Equal', 'NotEqual', 'In', 'NotIn', 'Present']

/** A database of orders. */
export const shop = {
  orders: {
    columns: {
      id: key,
      status: { type: 'Enum', enumValues: ['paid', 'pending', 'void'] },
      total: 'Number',
      reference: { type: 'String', operators: exactOperators, isSortable: false },
      customer_id: 'Number',
      owner_id: 'Number',
      created_at: 'Date',
    },
    relations: {
      customer: manyToOne('customers', 'customer_id'),
      tags: {
        kind: 'ManyToMany',
        foreignCollection: 'tags',
        throughCollection: 'order_tags',
        originKeys: [{ from: 'id', to: 'order_id' }],
        foreignKeys: [{ from: 'tag_id', to: 'id' }],
      },
    },
    records: [
      order(1, 'paid', 30, 'r-b', 1, 11, '2024-01-01T23:30:00.000Z'),
      order(2, 'pending', 10, 'r-a', 2, 12, '2024-01-02T00:30:00.000Z'),
      order(3, 'paid', 20, null, 1, null, '2024-02-01T12:00:00.000Z'),
      order(4, 'void', null, 'r-d', null, 99, null),
      order(5, 'pending', 10, 'r-c', 3, 11, '2024-02-02T12:00:00.000Z'),
    ],
  },
  customers: {
    columns: { id: key, name: 'String', country_id: 'Number' },
    relations: {
      country: manyToOne('countries', 'country_id'),
      orders: {
        kind: 'OneToMany',
        foreignCollection: 'orders',
        keys: [{ from: 'id', to: 'customer_id' }],
      },
    },
    records: [
      { id: 1, name: 'Ada', country_id: 1 },
      { id: 2, name: 'Bob', country_id: 2 },
      { id: 3, name: 'Cléa', country_id: null },
    ],
  },
  countries: {
    columns: { id: key, code: 'String' },
    records: [
      { id: 1, code: 'FR' },
      { id: 2, code: 'US' },
    ],
  },
  tags: {
    columns: { id: key, label: 'String' },
    records: [
      { id: 1, label: 'gift' },
      { id: 2, label: 'urgent' },
      { id: 3, label: 'late' },
    ],
  },
  order_tags: {
    columns: { order_id: key, tag_id: key },
    records: [
      { order_id: 1, tag_id: 2 },
      { order_id: 1, tag_id: 1 },
      { order_id: 2, tag_id: 2 },
      { order_id: 1, tag_id: 77 },
    ],
  },
} as const

/** People, in another source. */
export const crm = {
  owners: {
    columns: { id: key, name: 'String', team_id: 'Number' },
    relations: { team: manyToOne('teams', 'team_id') },
    records: [
      { id: 11, name: 'Olga', team_id: 1 },
      { id: 12, name: 'Paul', team_id: 2 },
      { id: 13, name: 'Quin', team_id: null },
    ],
  },
  teams: {
    columns: { id: key, name: 'String' },
    records: [
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ],
  },
  visits: {
    columns: { id: key, order_id: 'Number', owner_id: 'Number' },
    records: [
      { id: 1, order_id: 1, owner_id: 12 },
      { id: 2, order_id: 1, owner_id: 12 },
      { id: 3, order_id: 1, owner_id: 11 },
      { id: 4, order_id: 2, owner_id: 13 },
    ],
  },
} as const

function order(
  id: number,
  status: string,
  total: number | null,
  reference: string | null,
  customer_id: number | null,
  owner_id: number | null,
  created_at: string | null,
) {
  return { id, status, total, reference, customer_id, owner_id, created_at }
}

export const call: EngineCall = { timezone: 'UTC', now: new Date('2024-02-02T13:00:00.000Z') }

interface OpenedShop {
  readonly model: Model
  /** The calls of the sources, one line per call: `list orders`. */
  readonly asked: string[]
}

interface ShopOptions extends CompileOptions {
  /** False when the shop's database cannot join. */
  readonly joins?: boolean
}

/** Compiles both sources and a customization; the calls of the sources are recorded. */
export async function openShop(
  customize: (customizer: Customizer) => void = () => {},
  { joins = true, ...options }: ShopOptions = {},
): Promise<OpenedShop> {
  const asked: string[] = []
  const open = async (factory: ReturnType<typeof createMemoryDataSource>) => ({
    dataSource: spiedSource(
      await factory(
        () => {},
        async () => {},
      ),
      asked,
    ),
  })
  const customizer = createCustomizer()
  customizer.customizeCollection('orders', orders =>
    orders.addManyToOneRelation('owner', 'owners', { foreignKey: 'owner_id' }),
  )
  customize(customizer)
  const sources = [
    await open(createMemoryDataSource(shop, { joins })),
    await open(createMemoryDataSource(crm)),
  ]
  return { model: await compile(sources, customizer.journal, options), asked }
}

function spiedSource(dataSource: DataSource, asked: string[]): DataSource {
  return {
    ...dataSource,
    collections: dataSource.collections.map(collection => spied(collection, asked)),
  }
}

function spied(source: CollectionSource, asked: string[]): CollectionSource {
  return {
    ...source,
    list(scan, call) {
      asked.push(`list ${source.name}`)
      return source.list(scan, call)
    },
    aggregate(scan, call) {
      asked.push(`aggregate ${source.name}`)
      return source.aggregate(scan, call)
    },
    create(rows, call) {
      asked.push(`create ${source.name}`)
      return source.create(rows, call)
    },
    update(where, patch, call) {
      asked.push(`update ${source.name}`)
      return source.update(where, patch, call)
    },
    delete(where, call) {
      asked.push(`delete ${source.name}`)
      return source.delete(where, call)
    },
  }
}
