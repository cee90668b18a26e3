import { ConditionTreeLeaf, type DataSource } from '@service/datasource-toolkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryDataSource } from './create-memory-data-source.js'

const call = { timezone: 'UTC', now: new Date(0) }
const shop = {
  customers: {
    columns: { id: { type: 'Number', isPrimaryKey: true, isGenerated: true }, name: 'String' },
    records: [{ id: 1, name: 'Ada' }],
  },
  orders: {
    columns: {
      id: { type: 'Uuid', isPrimaryKey: true },
      customerId: 'Number',
      status: { type: 'Enum', enumValues: ['open', 'paid'], operators: ['Equal'] },
      placedAt: { type: 'Date', defaultValue: '2024-01-01T00:00:00Z' },
    },
    relations: {
      customer: {
        kind: 'ManyToOne',
        foreignCollection: 'customers',
        keys: [{ from: 'customerId', to: 'id' }],
      },
    },
    records: [{ id: 'F47AC10B-58CC-4372-A567-0E02B2C3D479', customerId: 1, status: 'open' }],
  },
} as const

describe('createMemoryDataSource', () => {
  let source: DataSource
  beforeEach(async () => {
    source = await createMemoryDataSource(shop)(
      () => {},
      async () => {},
    )
  })
  const collection = (name: string) => {
    const found = source.collections.find(candidate => candidate.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }

  it('describes columns, keys and relations', () => {
    const { fields, primaryKey } = collection('orders').schema
    expect(primaryKey).toEqual(['id'])
    expect(fields.customer).toMatchObject({ kind: 'ManyToOne', foreignCollection: 'customers' })
    expect(fields.placedAt).toMatchObject({ kind: 'Column', columnType: 'Date', hasDefault: true })
    expect(fields.id).toMatchObject({ isPrimaryKey: true, allowNull: false, hasDefault: false })
  })

  it('brings the given records into canonical form', async () => {
    const rows = await collection('orders').list(
      { select: { collection: 'orders', columns: ['id', 'placedAt'], joins: [] }, orderBy: [] },
      call,
    )
    expect(rows).toEqual([
      { id: 'f47ac10b-58cc-4372-a567-0e02b2c3d479', placedAt: '2024-01-01T00:00:00.000Z' },
    ])
  })

  it('starts from the definition each time it is opened', async () => {
    await collection('customers').delete(undefined, call)
    const again = await createMemoryDataSource(shop)(
      () => {},
      async () => {},
    )
    const scan = {
      select: { collection: 'customers', columns: [], joins: [] },
      aggregation: { operation: 'Count' },
    } as const
    expect(await again.collections[0]?.aggregate(scan, call)).toEqual([{ value: 1, group: {} }])
  })

  it('does not let a caller change its records', async () => {
    const [created] = await collection('customers').create([{ name: 'Bob' }], call)
    if (created) created.name = 'Mallory'
    const rows = await collection('customers').list(
      { select: { collection: 'customers', columns: ['id', 'name'], joins: [] }, orderBy: [] },
      call,
    )
    expect(rows).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bob' },
    ])
  })

  it('rejects an operator that the column was declared without', async () => {
    const scan = {
      select: { collection: 'orders', columns: ['id'], joins: [] },
      where: new ConditionTreeLeaf('status', 'NotEqual', 'paid'),
      orderBy: [],
    }
    await expect(collection('orders').list(scan, call)).rejects.toThrow(/without the operator/)
  })

  it('rejects joins when declared without', async () => {
    const open = createMemoryDataSource(shop, { joins: false })
    const [, orders] = (
      await open(
        () => {},
        async () => {},
      )
    ).collections
    const customer = { collection: 'customers', columns: ['name'], joins: [] }
    const select = {
      collection: 'orders',
      columns: ['id'],
      joins: [{ as: 'customer', on: [{ from: 'customerId', to: 'id' }], node: customer }],
    }
    await expect(orders?.list({ select, orderBy: [] }, call)).rejects.toThrow(/without joins/)
  })

  it.each([
    [{ id: 1, nme: 'x' }, /No field 'nme' on 'customers'. It has: id, name/],
    [{ id: 'x' }, /'id' of 'customers': "x" is not a Number/],
  ])('rejects the record %j, naming what is wrong', async (record, message) => {
    await expect(collection('customers').create([record], call)).rejects.toThrow(message)
  })

  it('fails to open with records that break its own rules', async () => {
    const broken = createMemoryDataSource({
      users: {
        columns: { id: { type: 'Number', isPrimaryKey: true } },
        records: [{ id: 1 }, { id: 1 }],
      },
    })
    await expect(
      broken(
        () => {},
        async () => {},
      ),
    ).rejects.toThrow(/'users' already has this id/)
  })
})
