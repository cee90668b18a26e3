import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, DataSource, Row, Scan } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'
import { holdTime, letTimePass, releaseTime, waitReally } from '../../testing/hold-time.js'

const call: Call = { timezone: 'UTC', now: new Date(0) }
const LIMIT_MS = 400
const endless = 'with recursive s(n) as (select 1 union all select n + 1 from s) select n from s'

describe('a SQLite file', () => {
  let folder: string
  let database: Libsql.Database
  let source: DataSource

  beforeEach(async () => {
    holdTime()
    folder = await mkdtemp(join(tmpdir(), 'sqlite-look-ups-'))
    const path = join(folder, 'data', 'data.db')
    await mkdir(join(folder, 'data'))
    database = new Libsql(path)
    database.exec(`
      create table people (id integer primary key, name text, size integer, picture blob);
      insert into people values (1, 'ann', 9007199254740993, x'0102'), (2, 'bob', null, null);
      create table tags (name text, kind text, note text, primary key (name, kind));
      insert into tags values ('a', 'x', '1'), ('a', 'y', '2'), ('b', 'x', '3');
      create view never as select p.id from people as p, (${endless}) where n < 0;
    `)
    source = await createSqlDataSource(`sqlite:${path}`, {
      statementTimeoutMs: LIMIT_MS,
      pool: { acquireTimeoutMs: 800 },
      primaryKeys: { never: ['id'] },
      liveQueryConnections: 'main',
    })(
      () => {},
      async () => {},
    )
  })
  afterEach(async () => {
    releaseTime()
    await source.close()
    database.close()
    await rm(folder, { recursive: true })
  })

  const list = (collection: string, columns: string[], where?: Scan['where']): Promise<Row[]> =>
    requireCollection(source, collection).list(
      { select: { collection, columns, joins: [] }, where, orderBy: [] },
      call,
    )
  const person = (id: number) =>
    list('people', ['id', 'name', 'size', 'picture'], { field: 'id', operator: 'Equal', value: id })
  /** Reads often enough for the statement to become a lookup. */
  const prepareRepeated = async () => {
    for (let times = 0; times < 20; times++) await person(1)
  }

  it('gives the same rows, however often a record is read', async () => {
    const first = [await person(1), await person(2), await person(3)]
    expect(first[0]).toEqual([
      { id: 1, name: 'ann', size: '9007199254740993', picture: new Uint8Array([1, 2]) },
    ])
    await prepareRepeated()
    const later = [await person(1), await person(2), await person(3)]
    expect(later).toEqual(first)
  })

  it('immediately shows what was written', async () => {
    await prepareRepeated()
    const where = { field: 'id', operator: 'Equal', value: 1 } as const
    await requireCollection(source, 'people').update(where, { name: 'eve' }, call)
    expect(await person(1)).toMatchObject([{ name: 'eve' }])
    database.exec("update people set name = 'zoe' where id = 1")
    expect(await person(1)).toMatchObject([{ name: 'zoe' }])
  })

  it('returns every row that matches some columns of a key', async () => {
    const where = { field: 'name', operator: 'Equal', value: 'a' } as const
    for (let times = 0; times < 10; times++) {
      expect(await list('tags', ['name', 'kind', 'note'], where)).toHaveLength(2)
    }
  })

  it('reads a record while another statement takes its time', async () => {
    await prepareRepeated()
    let isSlowEnded = false
    const slow = list('never', ['id']).then(
      () => expect.unreachable(),
      error => {
        isSlowEnded = true
        return error
      },
    )
    expect(await person(2)).toMatchObject([{ name: 'bob' }])
    expect(isSlowEnded).toBe(false)
    expect(await letTimePass(slow, LIMIT_MS)).toMatchObject({ status: 504 })
  })

  it('waits beside the event loop for a lock of another program', async () => {
    await prepareRepeated()
    database.exec('begin exclusive')
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks === 5) database.exec('commit')
    }, 10)
    expect(await person(2)).toMatchObject([{ name: 'bob' }])
    clearInterval(timer)
    expect(ticks).toBeGreaterThanOrEqual(5)
  })

  it('locks nothing once it has answered, whatever was read and however it ended', async () => {
    database.exec("drop table tags; create table words as select '{' as word")
    const isAnn = { field: 'id', operator: 'Equal', value: 1 } as const
    const broken = { texts: ["select word ->> 'a' as a from words"], values: [] }
    const reads: (() => Promise<unknown>)[] = [
      () => person(1),
      () => list('people', ['name'], isAnn),
      () => list('people', ['id'], { field: 'id', operator: 'In', value: [1, 2] }),
      () => list('tags', ['note']),
      () => source.nativeConnections[0]!.query(broken, call),
      () => letTimePass(list('never', ['id']), LIMIT_MS),
    ]
    for (const [index, read] of [...reads, ...reads, ...reads].entries()) {
      await read().catch(() => {})
      const tryExclusiveLock = () => database.exec('begin exclusive; commit')
      expect(tryExclusiveLock, `after read ${index}`).not.toThrow()
    }
  })

  it('locks nothing after a read that met a lock', async () => {
    const names = () => list('people', ['name'], { field: 'id', operator: 'Equal', value: 1 })
    for (let times = 0; times < 5; times++) await names()
    await prepareRepeated()
    database.exec('begin exclusive')
    const waiting = person(1)
    await waitReally(20)
    database.exec('commit')
    await waiting
    await names()
    expect(() => database.exec('begin exclusive; commit')).not.toThrow()
  })

  it('is used again after it could not be opened for a while', async () => {
    const slow = list('never', ['id'])
    await rename(join(folder, 'data'), join(folder, 'away'))
    await expect(letTimePass(slow, LIMIT_MS)).rejects.toMatchObject({ status: 504 })
    await expect(list('tags', ['note'])).rejects.toMatchObject({ status: 503 })
    await rename(join(folder, 'away'), join(folder, 'data'))
    expect(await list('tags', ['note'])).toHaveLength(3)
  })

  it('does not write for a caller who has left while the statement was prepared', async () => {
    const leaving = new AbortController()
    const people = requireCollection(source, 'people')
    const where = { field: 'id', operator: 'Equal', value: 1 } as const
    const writing = people.update(where, { name: 'eve' }, { ...call, signal: leaving.signal })
    await Promise.resolve()
    await Promise.resolve()
    leaving.abort(new Error('The client has left.'))
    await expect(writing).rejects.toThrow('The client has left.')
    expect(database.prepare('select name from people where id = 1').get()).toMatchObject({
      name: 'ann',
    })
  })

  it('closes while a statement runs, and responds with 503 from then on', async () => {
    const slow = expect(letTimePass(list('never', ['id']), LIMIT_MS)).rejects.toMatchObject({
      status: 504,
    })
    await source.close()
    await slow
    await expect(list('tags', ['note'])).rejects.toMatchObject({ status: 503 })
  })
})
