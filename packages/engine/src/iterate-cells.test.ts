import type { CollectionSource, Row, Scan, SelectNode } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { iterateCells } from './iterate-cells.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'

const toCells = (row: Row | null | undefined, { columns, joins }: SelectNode): unknown[] => [
  ...columns.map(name => row?.[name] ?? null),
  ...joins.flatMap(({ as, node }) => toCells(row?.[as] as Row | null | undefined, node)),
]

/** Wraps a source so that it returns cells and records the scans. */
function withCells(source: CollectionSource, scans: Scan[]): CollectionSource {
  return {
    ...source,
    listCells: async (scan, at) => {
      scans.push(scan)
      return (await source.list(scan, at)).map(row => toCells(row, scan.select))
    },
  }
}

async function open(query: Partial<ListQuery>) {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.emulateFieldSorting('reference')),
  )
  const collection = model.collection('orders')
  const scans: Scan[] = []
  const source = withCells(collection.source, scans)
  const plain = { collection, filter: {}, projection: ['id'], sort: [], ...query }
  return { plain, query: { ...plain, collection: { ...collection, source } }, scans }
}

async function listChunks(query: ListQuery, chunkSize: number, firstChunkSize = chunkSize) {
  const chunks: unknown[][][] = []
  for await (const chunk of iterateCells(query, call, { chunkSize, firstChunkSize })) {
    chunks.push(chunk.map(cells => [...cells]))
    // The consumer may change the cells without affecting later chunks.
    for (const cells of chunk) cells.fill('changed')
  }
  return chunks
}

describe('iterateCells', () => {
  it.each([
    ['columns', ['total', 'id', 'status']],
    ['columns between those of relations', ['customer:name', 'id', 'customer:country:code']],
    ['columns of another source', ['owner:name', 'id']],
    ['columns without the key', ['customer:name', 'total']],
  ])(
    'gives %s in the order of the projection, with or without cells of the source',
    async (_name, projection) => {
      const sort = [{ field: 'total', ascending: false }]
      const { plain, query } = await open({ projection, sort })
      const fromRows = (await listChunks(plain, 2)).flat()
      expect(fromRows).toHaveLength(5)
      expect(fromRows[0]).toHaveLength(projection.length)
      expect((await listChunks(query, 2)).flat()).toEqual(fromRows)
    },
  )

  it('continues after the last row when cells are not asked in the order of the sort', async () => {
    const sort = [{ field: 'total', ascending: true }]
    const { query, scans } = await open({ projection: ['status', 'id'], sort })
    const chunks = await listChunks(query, 2)
    expect(chunks.map(chunk => chunk.map(([, id]) => id))).toEqual([[2, 5], [3, 1], [4]])
    expect(scans.map(scan => scan.after)).toEqual([undefined, [10, 5], [30, 1]])
  })

  it('reads a first chunk of its own size', async () => {
    const { query } = await open({})
    expect((await listChunks(query, 3, 1)).map(chunk => chunk.length)).toEqual([1, 3, 1])
  })

  it.each([
    [{ skip: 1, limit: 3 }, [2, 3, 4]],
    [{ skip: 4, limit: 9 }, [5]],
    [{ skip: 2, limit: 0 }, []],
  ])('respects %j across chunks', async (page, ids) => {
    const { plain, query } = await open({ page })
    expect((await listChunks(plain, 2)).flat(2)).toEqual(ids)
    expect((await listChunks(query, 2)).flat(2)).toEqual(ids)
  })

  it('makes cells of rows when memory sorts', async () => {
    const { query, scans } = await open({ sort: [{ field: 'reference', ascending: true }] })
    expect((await listChunks(query, 2)).flat(2)).toEqual([2, 1, 5, 4, 3])
    expect(scans).toEqual([])
  })

  it('reads nothing when no row can match', async () => {
    const conditionTree = { aggregator: 'Or', conditions: [] } as const
    const { query, scans } = await open({ filter: { conditionTree } })
    expect(await listChunks(query, 2)).toEqual([])
    expect(scans).toEqual([])
  })
})
