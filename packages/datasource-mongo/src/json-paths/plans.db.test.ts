import type { JsonPathColumn, Scan } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { MongoSource } from '../collection.js'
import { compileList } from '../compile/compile-list.js'
import { parseAddress } from '../connect.js'
import { openSource } from '../open-source.js'
import { explain } from '../testing/explain.js'
import { type Documents, storeDocuments } from '../testing/open-documents.js'
import { addJsonPathColumns } from './add-json-path-columns.js'

const url = inject('mongoUrl')

const columnPath = (column: string, name: string): JsonPathColumn => ({
  collection: 'orders',
  column,
  name: `${column}@@@${name}`,
  path: [name],
  columnType: name === 'at' ? 'Date' : 'String',
})
const jsonPathColumns: readonly JsonPathColumn[] = [
  columnPath('address', 'city'),
  columnPath('address', 'at'),
  columnPath('mixed', 'city'),
  { ...columnPath('address', 'tags'), columnType: ['String'] },
]

describe.skipIf(!url)('plans of the server for JSON paths', () => {
  let documents: Documents
  let source: MongoSource
  beforeAll(async () => {
    documents = await storeDocuments(url as string, {
      orders: Array.from({ length: 500 }, (_, index) => ({
        _id: index as never,
        address: {
          city: `city ${index % 50}`,
          at: new Date(index * 1e6),
          tags: [`tag ${index % 50}`],
        },
        // A list along the path makes the index a multikey index.
        mixed: index % 10 ? { city: `city ${index % 50}` } : [{ city: 'city 1' }, { city: 1 }],
      })),
    })
    for (const { column, path } of jsonPathColumns) {
      await documents.db.collection('orders').createIndex({ [`${column}.${path}`]: 1 })
    }
    const opened = await openSource(parseAddress(documents.address), {}, () => {})
    source = { ...opened, collections: addJsonPathColumns(opened.collections, jsonPathColumns) }
  })
  afterAll(async () => {
    await source?.client.close()
    await documents?.close()
  })

  const explainScan = async (scan: Partial<Scan>) => {
    const { collection, pipeline } = compileList(source, {
      select: { collection: 'orders', columns: ['_id', 'address@@@city'], joins: [] },
      orderBy: [],
      ...scan,
    })
    return explain(source.db, collection, pipeline)
  }
  const page = { skip: 0, limit: 15 }

  it('find what equals, is one of some, begins with a text, lies in a span or is in a list', async () => {
    for (const [field, operator, value, index, read] of [
      ['address@@@city', 'Equal', 'city 1', 'address.city_1', 10],
      ['address@@@city', 'In', ['city 1', 'city 2'], 'address.city_1', 20],
      ['address@@@city', 'StartsWith', 'city 12', 'address.city_1', 10],
      ['address@@@tags', 'IncludesAll', ['tag 3'], 'address.tags_1', 10],
      ['address@@@at', 'LessThan', new Date(2e7).toISOString(), 'address.at_1', 20],
    ] as const) {
      const plan = await explainScan({ where: { field, operator, value } })
      expect(plan, operator).toMatchObject({ indexes: [index], isScan: false, read })
    }
  })

  it('find values among lists by the index, which holds those of the lists too', async () => {
    const where = { field: 'mixed@@@city', operator: 'Equal', value: 'city 1' } as const
    const plan = await explainScan({ where })
    expect(plan).toMatchObject({ indexes: ['mixed.city_1'], isScan: false, read: 60 })
  })

  it('sort a page by the index where the sample knows the type, reading the page and no more', async () => {
    for (const ascending of [true, false]) {
      const plan = await explainScan({ orderBy: [{ field: 'address@@@at', ascending }], page })
      expect(plan).toEqual({ indexes: ['address.at_1'], isScan: false, isSorted: false, read: 15 })
    }
  })

  it('look at all documents to sort by what is of several types', async () => {
    const plan = await explainScan({ orderBy: [{ field: 'mixed@@@city', ascending: true }], page })
    expect(plan).toMatchObject({ indexes: [], isScan: true, read: 500 })
  })
})
