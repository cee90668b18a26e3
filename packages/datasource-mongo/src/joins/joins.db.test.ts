import { type Call, ConditionTreeLeaf, type Scan } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { aggregate } from '../aggregate.js'
import type { MongoSource } from '../collection.js'
import { parseAddress } from '../connect.js'
import { list } from '../list.js'
import { openSource } from '../open-source.js'
import { type Documents, storeDocuments } from '../testing/open-documents.js'

const url = inject('mongoUrl')
const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)

describe.skipIf(!url)('relations', () => {
  let documents: Documents
  let source: MongoSource
  beforeAll(async () => {
    documents = await storeDocuments(url as string, {
      countries: Array.from({ length: 5 }, (_, _id) => ({ _id, name: `country ${_id}` })),
      customers: Array.from({ length: 1_500 }, (_, _id) => ({
        _id,
        name: `customer ${_id}`,
        isKnown: _id % 4 !== 1,
        country: _id % 5,
      })),
      orders: Array.from({ length: 1_600 }, (_, _id) => ({
        _id,
        customer: _id % 4 === 3 ? null : _id,
        total: 1,
      })),
    })
    source = await openSource(parseAddress(documents.address), {}, () => {})
  })
  afterAll(async () => {
    await source?.client.close()
    await documents?.close()
  })

  /** The source, and the collections it has sent statements to. */
  const watched = () => {
    const statements: string[] = []
    const db = new Proxy(source.db, {
      get: (target, name) =>
        name === 'collection'
          ? (collection: string) => {
              statements.push(collection)
              return target.collection(collection)
            }
          : Reflect.get(target, name),
    })
    return { statements, watchedSource: { ...source, db } }
  }

  const country = {
    as: 'country',
    on: [{ from: 'country', to: '_id' }],
    node: { collection: 'countries', columns: ['name'], joins: [] },
  }
  const customer = {
    as: 'customer',
    on: [{ from: 'customer', to: '_id' }],
    node: { collection: 'customers', columns: ['name'], joins: [country] },
  }
  const orders = (rest: Partial<Scan> = {}): Scan => ({
    select: { collection: 'orders', columns: ['_id'], joins: [customer] },
    orderBy: [{ field: '_id', ascending: true }],
    ...rest,
  })

  it('that are shown take one statement each, however many rows there are', async () => {
    const { statements, watchedSource } = watched()
    const rows = await list(watchedSource, orders({ page: { skip: 0, limit: 500 } }), call)
    expect(statements).toEqual(['orders', 'customers', 'countries'])
    expect(rows).toHaveLength(500)
    expect(rows[7]).toEqual({ _id: 7, customer: null })
    expect(rows[8]).toEqual({
      _id: 8,
      customer: { name: 'customer 8', country: { name: 'country 3' } },
    })
  })

  it('that are shown take a statement per thousand keys', async () => {
    const { statements, watchedSource } = watched()
    const rows = await list(watchedSource, orders(), call)
    expect(statements.filter(name => name === 'customers')).toHaveLength(2)
    expect(rows).toHaveLength(1_600)
    expect(rows[1_502]).toEqual({ _id: 1_502, customer: null })
  })

  it('that filter and match few rows filter by their keys', async () => {
    const { statements, watchedSource } = watched()
    const where = leaf('customer:name', 'Equal', 'customer 8')
    const rows = await list(watchedSource, orders({ where }), call)
    expect(rows.map(({ _id }) => _id)).toEqual([8])
    expect(statements).toEqual(['customers', 'orders', 'customers', 'countries'])
    const groups = await aggregate(
      source,
      { select: orders().select, where, aggregation: { operation: 'Count' } },
      call,
    )
    expect(groups).toEqual([{ value: 1, group: {} }])
  })

  it('that filter and match many rows, or rows that are missing, are joined by the server', async () => {
    const select = { collection: 'orders', columns: ['_id'], joins: [customer] }
    for (const [where, expected] of [
      [leaf('customer:isKnown', 'Equal', true), 750],
      [leaf('customer:name', 'Missing'), 400 + 75],
    ] as const) {
      const { statements, watchedSource } = watched()
      const scan = { select, where, aggregation: { operation: 'Count' } as const }
      const [group] = await aggregate(watchedSource, scan, call)
      expect(group?.value).toBe(expected)
      expect(statements.filter(name => name === 'orders')).toHaveLength(1)
    }
  })
})
