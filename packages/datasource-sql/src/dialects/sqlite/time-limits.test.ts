import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Call, DataSource, Scan } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'
import { holdTime, letTimePass, releaseTime, waitReally } from '../../testing/hold-time.js'

const call: Call = { timezone: 'UTC', now: new Date(0) }
const timedOut = {
  status: 504,
  code: 'timeout',
  message: 'The database took longer than its statement timeout allows.',
}
const LIMIT_MS = 250
const endless = 'with recursive s(n) as (select 1 union all select n + 1 from s) select n from s'

describe('the time limit of statements on SQLite', () => {
  let folder: string
  let path: string
  let source: DataSource
  beforeAll(async () => {
    holdTime()
    folder = await mkdtemp(join(tmpdir(), 'sqlite-limits-'))
    path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec(`
      create table people (id integer primary key, name text unique);
      insert into people (name) values ('ann'), ('bob');
      create view never as select p.id from people as p, (${endless}) where n < 0;
      create view seldom as select p.id from people as p, (${endless}) where n % 400000 = 0;
      create trigger slow before update on people when new.name = 'slow' begin
        select count(*) from (${endless}) where n < 0;
      end;
      create trigger slow_insert before insert on people when new.name = 'slow' begin
        select count(*) from (${endless}) where n < 0;
      end;
    `)
    database.close()
    source = await createSqlDataSource(`sqlite:${path}`, {
      statementTimeoutMs: LIMIT_MS,
      liveQueryConnections: 'main',
      liveQueryTimeoutMs: LIMIT_MS,
      liveQueryMaxRows: 5,
    })(
      () => {},
      async () => {},
    )
  })
  afterAll(async () => {
    releaseTime()
    await source?.close()
    await rm(folder, { recursive: true })
  })

  const scan = (collection: string): Scan => ({
    select: { collection, columns: ['id'], joins: [] },
    orderBy: [],
  })
  const list = (collection: string, signal?: AbortSignal) =>
    requireCollection(source, collection).list(scan(collection), {
      ...call,
      ...(signal && { signal }),
    })
  const names = () => {
    const database = new Libsql(path)
    const rows = database.prepare('select name from people order by id').raw(true).all()
    database.close()
    return rows.flat()
  }

  /** Expects the limit to end it. */
  const expectStopped = (work: () => Promise<unknown>) =>
    expectFailure(() => letTimePass(work(), LIMIT_MS), timedOut)

  /** Expects the failure, while timers continue and other statements work afterwards. */
  const expectFailure = async (work: () => Promise<unknown>, reason: object) => {
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    await expect(work()).rejects.toMatchObject(reason)
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(0)
    expect(await list('people')).toHaveLength(2)
  }

  it('ends a list that never finds its first row', () => expectStopped(() => list('never')))

  it('ends a list that finds a row now and then', () => expectStopped(() => list('seldom')))

  it('is kept while garbage is collected', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    for (let turn = 0; turn < 20; turn++) await source.check()
    await expectFailure(async () => {
      const listing = list('never')
      await waitReally(50)
      collectGarbage()
      await letTimePass(listing, LIMIT_MS)
    }, timedOut)
  })

  it('ends an export before its first chunk', () =>
    expectStopped(async () => {
      for await (const _ of requireCollection(source, 'never').listChunks!(
        scan('never'),
        10,
        call,
      ));
    }))

  it('ends a native query, however its rows come', async () => {
    const [connection] = source.nativeConnections
    const run = (text: string) => connection!.query({ texts: [text], values: [] }, call)
    await expectStopped(() => run('select count(*) as n from never'))
    await expectStopped(() => run('select id from seldom'))
    await expect(run(endless)).rejects.toMatchObject({ status: 422 })
  })

  it('ends a write, of which nothing stays', async () => {
    const people = requireCollection(source, 'people')
    const first = { field: 'id', operator: 'Equal', value: 1 } as const
    await expectStopped(() => people.update(first, { name: 'slow' }, call))
    await expectStopped(() => people.create([{ name: 'cid' }, { id: 9, name: 'slow' }], call))
    expect(names()).toEqual(['ann', 'bob'])
    expect(await people.update(first, { name: 'ann' }, call)).toBe(1)
  })

  it('comes after the time that others may lock the file', async () => {
    const waiting = await createSqlDataSource(`sqlite:${path}`, {
      pool: { acquireTimeoutMs: 100 },
    })(
      () => {},
      async () => {},
    )
    const other = new Libsql(path)
    other.exec('begin immediate')
    const first = { field: 'id', operator: 'Equal', value: 1 } as const
    const writing = requireCollection(waiting, 'people').update(first, { name: 'ann' }, call)
    await expect(writing).rejects.toMatchObject({ status: 409 })
    other.exec('rollback')
    other.close()
    await waiting.close()
  })

  it('lets others wait for their turn, and keeps an export that was begun', async () => {
    const chunks = requireCollection(source, 'people').listChunks!(scan('people'), 1, call)
    const reading = chunks[Symbol.asyncIterator]()
    expect((await reading.next()).value).toHaveLength(1)
    const [slow, quick] = await Promise.allSettled([
      letTimePass(list('never'), LIMIT_MS),
      list('people'),
    ])
    expect(slow).toMatchObject({ status: 'rejected' })
    expect(quick).toMatchObject({ status: 'fulfilled' })
    expect((await reading.next()).value).toHaveLength(1)
    await reading.return!()
  })

  it('is not waited for when the caller leaves', async () => {
    const leaving = new AbortController()
    const reason = new Error('The client has left.')
    await expectFailure(async () => {
      const listing = list('never', leaving.signal)
      await waitReally(100)
      leaving.abort(reason)
      await listing
    }, reason)
  })

  it('leaves behind what does not stop: one function call with much to do', async () => {
    const [connection] = source.nativeConnections
    const text = "select instr(zeroblob(1000000), zeroblob(12000) || x'01') as n"
    await expectStopped(() => connection!.query({ texts: [text], values: [] }, call))
  })
})

describe('the time limit of statements on SQLite in memory', () => {
  beforeAll(holdTime)
  afterAll(releaseTime)

  it('ends a statement and keeps the data', async () => {
    const source = await createSqlDataSource('sqlite::memory:', {
      liveQueryConnections: 'main',
      liveQueryTimeoutMs: LIMIT_MS,
    })(
      () => {},
      async () => {},
    )
    const [connection] = source.nativeConnections
    const run = (text: string) => connection!.query({ texts: [text], values: [] }, call)
    const counting = run(`select count(*) as n from (${endless})`)
    await expect(letTimePass(counting, LIMIT_MS)).rejects.toMatchObject(timedOut)
    expect(await run('select 1 as n')).toEqual([{ n: 1 }])
    await source.close()
  })
})
