import type { DataSource, Row, Scan } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Documents, storeDocuments } from './testing/open-documents.js'

const url = inject('mongoUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }

const others = [(id: number) => `text ${id}`, (id: number) => new Date(id), () => true, () => ({})]

/**
 * The first and last documents, which are sampled, have one type; those between them have others.
 */
const rows = Array.from({ length: 40 }, (_, id) => {
  if (id % 11 === 4) return { _id: id, doc: {} }
  const other = id > 4 && id < 35 && id % 3 === 0 ? others[id % others.length] : undefined
  const value = other ? other(id) : id % 7 === 3 ? null : id
  return { _id: id, n: value, doc: { n: value } }
})
const numbers = rows.flatMap(({ _id, n }) => (typeof n === 'number' ? [_id] : []))

describe.skipIf(!url)('pages by keys over what the sample did not show', () => {
  let documents: Documents
  let source: DataSource
  beforeAll(async () => {
    documents = await storeDocuments(url as string, { docs: rows as never })
    const opened = await documents.open({ sampleSize: 3 })
    source = opened.withJsonPathColumns!([
      { collection: 'docs', column: 'doc', name: 'inside', path: ['n'], columnType: 'Number' },
    ])
  })
  afterAll(() => documents?.close())

  const read = async (scan: Scan) => requireCollection(source, 'docs').list(scan, call)

  it.each([
    ['n', true],
    ['n', false],
    ['inside', true],
    ['inside', false],
  ])('by %s, ascending %s, end, with every document once', async (name, ascending) => {
    const scan = {
      select: { collection: 'docs', columns: ['_id', name], joins: [] },
      orderBy: [
        { field: name, ascending },
        { field: '_id', ascending: true },
      ],
      page: { skip: 0, limit: 3 },
    }
    const seen: Row[] = []
    let page = await read(scan)
    while (page.length > 0 && seen.length < 2 * rows.length) {
      seen.push(...page)
      const last = page.at(-1)
      page = await read({ ...scan, after: [last?.[name], last?._id] })
    }
    const ids = seen.map(({ _id }) => Number(_id)).sort((one, other) => one - other)
    expect(ids).toEqual(rows.map(({ _id }) => _id))
    const found = seen.flatMap(row => (row[name] === null ? [] : [row[name]]))
    expect(found).toEqual(ascending ? numbers : numbers.toReversed())
  })
})
