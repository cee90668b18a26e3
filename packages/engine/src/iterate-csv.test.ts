import { setImmediate, setTimeout } from 'node:timers/promises'
import type { CollectionSource, Scan } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { explainCsv, iterateCsv } from './iterate-csv.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'

/** A source that writes the ids of its rows as lines, one by one; reading the row `failing` fails. */
function withCsv(source: CollectionSource, failing: number, scans: Scan[]): CollectionSource {
  return {
    ...source,
    listCsv: async (scan, _format, at, onLines) => {
      scans.push(scan)
      const rows = await source.list(scan, at)
      for (const { id } of rows) {
        await setImmediate()
        if (id === failing) throw new Error('The row cannot be read.')
        onLines({ bytes: Buffer.from(`${id}\n`), length: 1 })
      }
      const hasMore = rows.length === scan.page?.limit
      return { length: rows.length, after: hasMore ? [rows.at(-1)?.id] : undefined }
    },
    findUnwritable: (_scan, columns) => columns.find(name => name === 'status'),
  }
}

async function open(query: Partial<ListQuery>, failing = 0) {
  const { model } = await openShop()
  const collection = model.collection('orders')
  const scans: Scan[] = []
  const source = withCsv(collection.source, failing, scans)
  const plain = { collection, filter: {}, projection: ['id'], sort: [], ...query }
  return { plain, query: { ...plain, collection: { ...collection, source } }, scans }
}

async function readChunks(query: ListQuery) {
  const options = { escapesFormulas: true, firstChunkSize: 2 }
  const chunks: unknown[] = []
  for await (const chunk of iterateCsv(query, call, options)) {
    chunks.push('bytes' in chunk ? Buffer.from(chunk.bytes).toString() : chunk)
  }
  return chunks
}

describe('iterateCsv', () => {
  it('reads each part after the last row of the previous one', async () => {
    const { query, scans } = await open({})
    expect(await readChunks(query)).toEqual(['1\n', '2\n', '3\n', '4\n', '5\n'])
    expect(scans.map(({ after, page }) => [after, page?.limit])).toEqual([
      [undefined, 2],
      [[2], 8000],
    ])
  })

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'continues where a part ended early, %i microtasks after its lines',
    async pause => {
      const { query, scans } = await open({})
      const { listCsv } = query.collection.source
      query.collection.source.listCsv = async (scan, ...given) => {
        const end = await listCsv!({ ...scan, page: { skip: 0, limit: 1 } }, ...given)
        for (let i = 0; i < pause; i++) await undefined
        return end
      }
      expect((await readChunks(query)).join('')).toBe('1\n2\n3\n4\n5\n')
      expect(scans).toHaveLength(6)
    },
  )

  it('fails after the lines that were read', async () => {
    const { query } = await open({}, 4)
    const seen: number[] = []
    const reading = (async () => {
      for await (const { length } of iterateCsv(query, call, { escapesFormulas: true })) {
        seen.push(length)
      }
    })()
    await expect(reading).rejects.toThrow('The row cannot be read.')
    expect(seen).toEqual([1, 1, 1])
  })

  it('reads no more parts than one beside the lines that wait', async () => {
    const { query, scans } = await open({})
    const { listCsv } = query.collection.source
    query.collection.source.listCsv = (scan, ...given) =>
      listCsv!({ ...scan, page: { skip: 0, limit: 1 } }, ...given)
    const chunks = iterateCsv(query, call, { escapesFormulas: true })
    await chunks.next()
    await setTimeout(20)
    expect(scans).toHaveLength(3)
    await chunks.return()
    await setTimeout(20)
    expect(scans).toHaveLength(3)
  })

  it('ends with the page', async () => {
    const { query } = await open({ page: { skip: 0, limit: 3 } })
    expect(await readChunks(query)).toEqual(['1\n', '2\n', '3\n'])
  })

  it('says in its plan who writes the lines', async () => {
    const { plain, query } = await open({})
    expect(await explainCsv(query, call)).toContain('csv      by the source')
    expect(await explainCsv(plain, call)).toContain(
      'csv      by the agent: the source writes no CSV',
    )
    const unwritable = { ...query, projection: ['id', 'status'] }
    expect(await explainCsv(unwritable, call)).toContain(
      'by the agent: the source cannot write status',
    )
    const skipped = { ...query, page: { skip: 1, limit: 2 } }
    expect(await explainCsv(skipped, call)).toContain('by the agent: not read by key')
  })
})
