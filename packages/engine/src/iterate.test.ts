import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { iterate } from './iterate.js'
import { iterateCells } from './iterate-cells.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'

async function open(query: Partial<ListQuery> = {}) {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders
        .emulateFieldSorting('reference')
        .addField('isEnd', {
          columnType: 'Boolean',
          dependencies: ['id'],
          getValues: records => records.map(({ id }) => id === 1 || id === 5),
        })
        .emulateFieldFiltering('isEnd'),
    ),
  )
  const collection = model.collection('orders')
  return { asked, query: { collection, filter: {}, projection: ['id'], sort: [], ...query } }
}

async function listChunks(query: ListQuery, chunkSize: number): Promise<Row[][]> {
  const chunks: Row[][] = []
  for await (const chunk of iterate(query, call, { chunkSize })) chunks.push(chunk)
  return chunks
}

describe('iterate', () => {
  it('reads every row once, in order, in chunks of the size asked', async () => {
    const { query } = await open({ sort: [{ field: 'total', ascending: true }] })
    const chunks = await listChunks(query, 2)
    expect(chunks).toEqual([[{ id: 2 }, { id: 5 }], [{ id: 3 }, { id: 1 }], [{ id: 4 }]])
  })

  it('respects skip and limit across chunks', async () => {
    const { query } = await open({ page: { skip: 1, limit: 3 } })
    expect((await listChunks(query, 2)).flat()).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  })

  it('joins other sources chunk by chunk', async () => {
    const { query, asked } = await open({ projection: ['id', 'owner:name'] })
    expect((await listChunks(query, 3)).flat()[1]).toEqual({ id: 2, owner: { name: 'Paul' } })
    expect(asked).toEqual(['list orders', 'list owners', 'list orders', 'list owners'])
  })

  it('sorts in memory first when it must', async () => {
    const { query } = await open({ sort: [{ field: 'reference', ascending: true }] })
    const rows = (await listChunks(query, 2)).flat()
    expect(rows.map(row => row.id)).toEqual([2, 1, 5, 4, 3])
  })

  it.each([undefined, { skip: 1, limit: 9 }])('hands out no chunk without rows: %j', async page => {
    const conditionTree = { field: 'isEnd', operator: 'Equal', value: true } as const
    const { query, asked } = await open({ filter: { conditionTree }, page })
    const ids = page ? [[5]] : [[1], [5]]
    const rows = ids.map(chunk => chunk.map(id => ({ id })))
    expect(await listChunks(query, 1)).toEqual(rows)
    expect(asked).toHaveLength(5)
    const cells: unknown[] = []
    for await (const chunk of iterateCells(query, call, { chunkSize: 1 })) cells.push(chunk)
    expect(cells).toEqual(ids.map(chunk => chunk.map(id => [id])))
  })

  it('reads the next chunk while the current one is consumed, and no further', async () => {
    const { query, asked } = await open()
    const chunks = iterate(query, call, { chunkSize: 1 })
    await chunks.next()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(asked).toHaveLength(2)
    await chunks.return()
    expect(asked).toHaveLength(2)
  })

  it('reports a failure of the source where it happens', async () => {
    const { query } = await open()
    let calls = 0
    const source = {
      ...query.collection.source,
      list: (...args: Parameters<typeof query.collection.source.list>) =>
        ++calls === 2 ? Promise.reject(new Error('gone')) : query.collection.source.list(...args),
    }
    const chunks = iterate({ ...query, collection: { ...query.collection, source } }, call, {
      chunkSize: 2,
    })
    expect((await chunks.next()).value).toHaveLength(2)
    await expect(chunks.next()).rejects.toThrow('gone')
  })

  it('reads nothing when no row can match', async () => {
    const { query, asked } = await open({
      filter: { conditionTree: { aggregator: 'Or', conditions: [] } },
    })
    expect(await listChunks(query, 2)).toEqual([])
    expect(asked).toEqual([])
  })
})
