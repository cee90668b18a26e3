import type { Call, CollectionSource, DataSource, Scan } from '@service/datasource-toolkit'
import { createMariaDbDatabase, createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSqlDataSource } from './create-sql-data-source.js'
import { holdTime, letTimePass, releaseTime } from './testing/hold-time.js'

const database = `sql_chunks_${process.pid}`
const rowCount = 5000
const numbers = Array.from({ length: rowCount }, (_, n) => n)
const statements = [
  'create table things (n integer primary key, grp integer, label varchar(200))',
  `insert into things values ${numbers.map(n => `(${n}, ${n % 7}, '${'x'.repeat(150)}')`).join(', ')}`,
  'create view grouped as select grp, n, label from things',
]

const call: Call = { timezone: 'UTC', now: new Date(0) }
const scan: Scan = {
  select: { collection: 'grouped', columns: ['n', 'label'], joins: [] },
  orderBy: [{ field: 'grp', ascending: true }],
}

/** Tests of chunked reads that apply to every driver. */
function describeChunks(makeDatabase: () => Promise<{ url: string; drop(): Promise<void> }>) {
  let source: DataSource
  let grouped: CollectionSource
  let drop: () => Promise<void>
  beforeAll(async () => {
    const made = await makeDatabase()
    drop = made.drop
    const pool = { max: 2, acquireTimeoutMs: 3_000 }
    source = await createSqlDataSource(made.url, { pool })(
      () => {},
      async () => {},
    )
    grouped = source.collections.find(({ name }) => name === 'grouped')!
  })
  afterAll(async () => {
    await source.close()
    await drop()
  })

  const read = (signal?: AbortSignal) =>
    grouped.listChunks!(scan, 100, signal ? { ...call, signal } : call)[Symbol.asyncIterator]()

  it('contain each row once, in chunks of the requested size', async () => {
    const found: unknown[] = []
    for await (const rows of grouped.listChunks!(scan, 700, call)) {
      expect(rows.length).toBeLessThanOrEqual(700)
      found.push(...rows.map(({ n }) => n))
    }
    expect(found.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers)
  })

  it('end when their reader stops, and leave the connections usable', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const chunks = read()
      expect((await chunks.next()).value).toHaveLength(100)
      await chunks.return!()
    }
    const [, second] = await Promise.all([grouped.list(scan, call), grouped.list(scan, call)])
    expect(second).toHaveLength(rowCount)
  })

  it('end when their call is aborted', async () => {
    const leaving = new AbortController()
    const chunks = read(leaving.signal)
    await chunks.next()
    leaving.abort(new Error('The client has left.'))
    const rest = async () => {
      for (let next = await chunks.next(); !next.done; next = await chunks.next());
    }
    await expect(rest()).rejects.toThrow('The client has left.')
    expect(await grouped.list(scan, call)).toHaveLength(rowCount)
  })

  it('leave a connection for the others, and those that cannot wait get a 503', async () => {
    const chunks = read()
    await chunks.next()
    holdTime()
    try {
      const refused = letTimePass(read().next(), 1_000)
      await expect(refused).rejects.toMatchObject({ status: 503 })
    } finally {
      releaseTime()
    }
    expect(await grouped.list(scan, call)).toHaveLength(rowCount)
    await chunks.return!()
    const later = read()
    expect((await later.next()).value).toHaveLength(100)
    await later.return!()
  })
}

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')

describe.skipIf(!postgresUrl)('chunks of PostgreSQL', () => {
  describeChunks(() => createPostgresDatabase(postgresUrl!, database, statements))
})

describe.skipIf(!mariadbUrl)('chunks of MariaDB', () => {
  describeChunks(() => createMariaDbDatabase(mariadbUrl!, database, statements))
})
