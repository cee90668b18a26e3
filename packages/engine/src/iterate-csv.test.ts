import type { CollectionSource, Row, Scan } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { explainCsv, iterateCsv } from './iterate-csv.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'

/** A source that writes the ids of its rows as lines, except that of one row. */
function withCsv(source: CollectionSource, unwritable: number, scans: Scan[]): CollectionSource {
  return {
    ...source,
    listCells: async (scan, at) => {
      scans.push(scan)
      const rows = await source.list(scan, at)
      return rows.map(row => scan.select.columns.map(name => row[name]))
    },
    listCsv: async (scan, _format, at) => {
      scans.push(scan)
      const rows = await source.list(scan, at)
      return { length: rows.length, after: [rows.at(-1)?.id], write: () => writeIds(rows) }
    },
    findUnwritable: (_scan, columns) => columns.find(name => name === 'status'),
  }

  function writeIds(rows: readonly Row[]): Uint8Array | undefined {
    if (rows.some(({ id }) => id === unwritable)) return undefined
    return Buffer.from(rows.map(({ id }) => `${id}\n`).join(''))
  }
}

async function open(query: Partial<ListQuery>, unwritable = 0) {
  const { model } = await openShop()
  const collection = model.collection('orders')
  const scans: Scan[] = []
  const source = withCsv(collection.source, unwritable, scans)
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
  it('reads each block after the last row of the previous one', async () => {
    const { query, scans } = await open({})
    expect(await readChunks(query)).toEqual(['1\n2\n', '3\n4\n', '5\n'])
    expect(scans.map(({ after }) => after)).toEqual([undefined, [2], [4]])
  })

  it('reads a block again as cells when a value cannot be written', async () => {
    const { query } = await open({}, 3)
    expect(await readChunks(query)).toEqual(['1\n2\n', [[3], [4]], '5\n'])
  })

  it('ends with the page', async () => {
    const { query } = await open({ page: { skip: 0, limit: 3 } })
    expect(await readChunks(query)).toEqual(['1\n2\n', '3\n'])
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
