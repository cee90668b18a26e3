import { createPostgresDatabase, type FaultProxy, startFaultProxy } from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database, Statement } from '../../database.js'
import { openDatabase } from '../../open-database.js'

const url = inject('postgresUrl')
const lookups = 400

const find = (id: number): Statement => ({
  text: 'select id, title from books where id = $1',
  values: [id],
  name: 'find',
})
const when: Statement = { text: 'select now()::text', values: [], name: 'when' }
const divide = (by: number): Statement => ({
  text: 'select (10 / $1::int)::text',
  values: [by],
  name: 'divide',
})
const readLocked = (id: number): Statement => ({
  text: 'select id from locked where id = $1',
  values: [id],
  name: 'locked',
})

describe.skipIf(!url)('short reads of PostgreSQL', () => {
  let address: string
  let proxy: FaultProxy
  let database: Database
  let other: pg.Client

  beforeAll(async () => {
    const created = await createPostgresDatabase(url as string, `sql_batches_${process.pid}`, [
      'create table books (id int primary key, title text)',
      `insert into books select n, 'Book ' || n from generate_series(1, ${lookups}) n`,
      'create table locked (id int primary key)',
      'insert into locked values (1)',
    ])
    await created.client.end()
    address = created.url
    other = new pg.Client({ connectionString: address })
    await other.connect()
    const proxied = new URL(address)
    proxy = await startFaultProxy(Number(proxied.port))
    proxied.port = String(proxy.port)
    const options = { pool: { max: 8 }, sslMode: 'disabled' as const }
    database = (await openDatabase(proxied.href, options)).database
    // The first ones are measured, and prepared on each connection.
    for (const statement of [find(1), when, divide(1), readLocked(1)]) {
      for (let use = 0; use < 20; use++) await database.read(statement)
    }
  })
  afterAll(async () => {
    await database?.close()
    await other?.end()
    await proxy?.close()
  })

  const readAll = () =>
    Promise.all(Array.from({ length: lookups }, (_, index) => database.read(find(index + 1))))
  const allTitles = Array.from({ length: lookups }, (_, index) => [
    [String(index + 1), `Book ${index + 1}`],
  ])
  const rowsOf = (outcomes: readonly { readonly rows: unknown[] }[]) =>
    outcomes.map(({ rows }) => rows)

  it('get their own rows, however many are sent together', async () => {
    expect(rowsOf(await readAll())).toEqual(allTitles)
  })

  /** How many transactions it takes to run as many statements: each tells when its own began. */
  const countTransactions = async () => {
    const works = Array.from({ length: lookups }, () => database.read(when))
    return new Set(rowsOf(await Promise.all(works)).map(rows => String(rows))).size
  }

  /** On a machine that was too busy for a moment, they run by themselves until one of them was quick again. */
  const expectSharing = () =>
    expect
      .poll(async () => {
        for (let use = 0; use < 20; use++) await database.read(when)
        return countTransactions()
      })
      .toBeLessThan(lookups / 2)

  it('share messages: fewer transactions than statements', async () => {
    await expectSharing()
  })

  it('are not taken for slow when this process was busy', async () => {
    await expectSharing()
    const reading = countTransactions()
    // Until batches are under way.
    await new Promise(resolve => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
    await reading
    expect(await countTransactions()).toBeLessThan(lookups / 2)
  })

  it('fail by themselves', async () => {
    const works = Array.from({ length: 50 }, (_, index) => [
      database.read(divide(index % 5)).then(
        ({ rows }) => rows,
        (error: Error) => error.cause,
      ),
      database.read(find(index + 1)).then(({ rows }) => rows),
    ])
    const results = await Promise.all(works.flat())
    for (let index = 0; index < 50; index++) {
      const quotient = index % 5 === 0 ? undefined : String(Math.trunc(10 / (index % 5)))
      const expected = quotient ? [[quotient]] : expect.objectContaining({ code: '22012' })
      expect(results[2 * index]).toEqual(expected)
      expect(results[2 * index + 1]).toEqual(allTitles[index])
    }
  })

  it('do not wait for one that waits for a lock', async () => {
    await other.query('begin')
    await other.query('lock table locked')
    const controller = new AbortController()
    const blocked = database.read(readLocked(1), controller.signal).catch(error => error)
    const isBlocked = async () => {
      const { rows } = await other.query(
        `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`,
      )
      return rows[0].count > 0
    }
    // All answers are there while the lock is held.
    expect(rowsOf(await readAll())).toEqual(allTitles)
    await expect.poll(isBlocked).toBe(true)
    expect(rowsOf(await readAll())).toEqual(allTitles)
    controller.abort()
    expect(await blocked).toBe(controller.signal.reason)
    await other.query('rollback')
    expect((await database.read(readLocked(1))).rows).toEqual([['1']])
  })

  it('run as they are when what was planned in their place takes long', async () => {
    let lateCount = 0
    const planned = {
      text: 'select id, title from books, pg_sleep(30) where id = $1',
      values: [1],
      name: 'sleeping',
      onLate: () => void lateCount++,
    }
    // The first ones are measured: on a busy machine, several.
    await expect
      .poll(async () => {
        expect((await database.read({ ...find(1), planned })).rows).toEqual(allTitles[0])
        return lateCount
      })
      .toBe(1)
  })

  it('are not sent once they are aborted', async () => {
    const controller = new AbortController()
    const works = Array.from({ length: 30 }, (_, index) =>
      database.read(find(index + 1), index % 2 ? controller.signal : undefined).then(
        ({ rows }) => rows,
        error => error,
      ),
    )
    controller.abort()
    const results = await Promise.all(works)
    results.forEach((result, index) => {
      const allowed = index % 2 ? [controller.signal.reason, allTitles[index]] : [allTitles[index]]
      expect(allowed).toContainEqual(result)
    })
    await expect(database.read(find(1), controller.signal)).rejects.toBe(controller.signal.reason)
  })

  it('are repeated when their connections are lost', async () => {
    const reading = readAll()
    proxy.cut()
    expect(rowsOf(await reading)).toEqual(allTitles)
    expect(rowsOf(await readAll())).toEqual(allTitles)
  })
})
