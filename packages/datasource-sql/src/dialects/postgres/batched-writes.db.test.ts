import {
  chooseRounds,
  createPostgresDatabase,
  type FaultProxy,
  startFaultProxy,
} from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Database, Outcome, Statement } from '../../database.js'
import { openDatabase } from '../../open-database.js'

const url = inject('postgresUrl')
const writes = 200
const rounds = chooseRounds(5, 15)

const shared = (name: string, text: string, values: readonly unknown[]): Statement => ({
  text,
  values,
  name,
  mayShareMessage: true,
})
const insert = (id: number): Statement =>
  shared('insert', 'insert into books (id, title) values ($1, $2) returning id', [id, `Book ${id}`])
const count = (id: number): Statement =>
  shared('count', 'update counters set value = value + 1 where id = $1 returning value', [id])
const insertChild = (id: number): Statement =>
  shared('child', 'insert into children (id, parent) values ($1, 1) returning id', [id])
const insertChecked = (id: number): Statement =>
  shared('checked', 'insert into checked (id) values ($1) returning id', [id])
const insertDeferred = (id: number, other: number): Statement =>
  shared('deferred', 'insert into deferred (id, other) values ($1, $2) returning id', [id, other])

const numbers = (from: number) => Array.from({ length: writes }, (_, index) => from + index)

describe.skipIf(!url)('short writes of PostgreSQL', () => {
  let proxy: FaultProxy
  let database: Database
  let other: pg.Client

  beforeAll(async () => {
    const created = await createPostgresDatabase(url as string, `sql_writes_${process.pid}`, [
      // The commit of the test's server may take longer than a write that is worth sharing.
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
      'create table books (id int primary key, title text, written_by xid8 default pg_current_xact_id(), session int default pg_backend_pid())',
      'create table counters (id int primary key, value int not null default 0)',
      'insert into counters (id) select * from generate_series(1, 20)',
      'create table parents (id int primary key)',
      'insert into parents values (1)',
      'create table children (id int primary key, parent int references parents)',
      'create table checked (id int primary key)',
      `create function refuse() returns trigger language plpgsql as $$
       begin if new.id % 7 = 0 then raise exception 'Number % is refused.', new.id; end if; return new; end $$`,
      'create trigger refuse before insert on checked for each row execute function refuse()',
      'create table deferred (id int primary key, other int unique deferrable initially deferred)',
    ])
    await created.client.end()
    other = new pg.Client({ connectionString: created.url })
    await other.connect()
    const proxied = new URL(created.url)
    proxy = await startFaultProxy(Number(proxied.port))
    proxied.port = String(proxy.port)
    const options = { pool: { max: 8 }, sslMode: 'disabled' as const }
    database = (await openDatabase(proxied.href, options)).database
  })
  afterAll(async () => {
    await database?.close()
    await other?.end()
    await proxy?.close()
  })

  let made = 1
  const newIds = () => {
    const ids = numbers(made)
    made += writes
    return ids
  }
  const writeAll = (statements: readonly Statement[]) =>
    Promise.all(statements.map(statement => database.write(statement)))
  const idsOf = (outcomes: readonly Outcome[]) => outcomes.map(({ rows }) => rows)
  const expected = (ids: readonly number[]) => ids.map(id => [[String(id)]])
  const select = async (text: string) => (await other.query(text)).rows

  /** How many connections write when many are made at the same time: alone, all of the pool. */
  const countSessions = async () => {
    const ids = newIds()
    await writeAll(ids.map(insert))
    const [{ sessions }] = await select(
      `select count(distinct session)::int as sessions from books where id between ${ids[0]} and ${ids.at(-1)}`,
    )
    return sessions
  }

  /** On a machine that was too busy for a moment, they run by themselves for a while. */
  beforeEach(async () => {
    for (const statement of [count(20), insertChild(made++)]) await database.write(statement)
    await expect.poll(countSessions, { timeout: 30_000, interval: 500 }).toBeLessThanOrEqual(2)
  }, 40_000)

  it('get their own rows, each in a transaction of its own', async () => {
    const ids = newIds()
    expect(idsOf(await writeAll(ids.map(insert)))).toEqual(expected(ids))
    const [{ transactions }] = await select(
      `select count(distinct written_by)::int as transactions from books where id between ${ids[0]} and ${ids.at(-1)}`,
    )
    expect(transactions).toBe(writes)
  })

  it('fail by themselves', async () => {
    const ids = newIds()
    await database.write(insert(ids[3]!))
    await database.write(insert(ids[50]!))
    const results = await Promise.allSettled(ids.map(id => database.write(insert(id))))
    for (const [index, id] of ids.entries()) {
      const isKnown = index === 3 || index === 50
      expect(results[index]).toMatchObject(
        isKnown
          ? { reason: { status: 400, cause: { code: '23505' } } }
          : { value: { rows: [[String(id)]] } },
      )
    }
  })

  it('fail by themselves when a trigger raises an error', async () => {
    const ids = newIds()
    const results = await Promise.allSettled(ids.map(id => database.write(insertChecked(id))))
    for (const [index, id] of ids.entries()) {
      const message = expect.stringContaining(`Number ${id} is refused.`)
      expect(results[index]).toMatchObject(
        id % 7 === 0 ? { reason: { message } } : { value: { rows: [[String(id)]] } },
      )
    }
  })

  it('fail by themselves when their commit fails', async () => {
    const ids = newIds()
    await database.write(insertDeferred(ids[0]!, ids[0]!))
    // The insert itself returns its row; the rule is checked afterwards.
    const results = await Promise.allSettled(
      ids.slice(1).map((id, index) => database.write(insertDeferred(id, index % 5 ? id : ids[0]!))),
    )
    for (const [index, id] of ids.slice(1).entries()) {
      expect(results[index]).toMatchObject(
        index % 5 ? { value: { rows: [[String(id)]] } } : { reason: { cause: { code: '23505' } } },
      )
    }
    const [{ stored }] = await select(
      `select count(*)::int as stored from deferred where id >= ${ids[0]}`,
    )
    expect(stored).toBe(results.filter(({ status }) => status === 'fulfilled').length + 1)
  })

  const isBlocked = async () => {
    const [{ blocked }] = await select(
      `select count(*)::int as blocked from pg_stat_activity where wait_event_type = 'Lock'`,
    )
    return blocked > 0
  }
  const readCounters = async () => {
    const rows = await select('select id, value from counters')
    return new Map(rows.map(({ id, value }) => [id, value]))
  }

  it('do not wait for one that waits for a lock, which is made once', async () => {
    const before = await readCounters()
    await other.query('begin')
    await other.query('select from counters where id = 1 for update')
    const controller = new AbortController()
    const blocked = database.write(count(1))
    const left = database.write(count(1), controller.signal).catch(error => error)
    const others = numbers(0).map(index => database.write(count(2 + (index % 10))))
    const ids = newIds()
    // All results are there while the lock is held.
    expect(idsOf(await writeAll(ids.map(insert)))).toEqual(expected(ids))
    await Promise.all(others)
    expect(await isBlocked()).toBe(true)
    controller.abort()
    expect(await left).toBe(controller.signal.reason)
    await other.query('commit')
    expect((await blocked).rows).toEqual([[String(before.get(1) + 1)]])
    const after = await readCounters()
    expect(after.get(1)).toBe(before.get(1) + 1)
    for (let id = 2; id < 12; id++) expect(after.get(id)).toBe(before.get(id) + writes / 10)
  })

  it('are each made once when all of them wait for the same lock', async () => {
    const before = await readCounters()
    await other.query('begin')
    await other.query('select from counters where id = 3 for update')
    const blocked = numbers(0).map(() => database.write(count(3)))
    await expect.poll(isBlocked).toBe(true)
    const ids = newIds()
    const inserted = writeAll(ids.map(insert))
    await new Promise(resolve => setTimeout(resolve, 300))
    await other.query('commit')
    const values = idsOf(await Promise.all(blocked)).map(([row]) => Number(row))
    expect(idsOf(await inserted)).toEqual(expected(ids))
    expect(values.sort((a, b) => a - b)).toEqual(numbers(before.get(3) + 1))
  })

  it('are each made once when their locks are held for random times', async () => {
    const before = await readCounters()
    let isOver = false
    const hold = async () => {
      for (let turn = 0; !isOver && turn < 200; turn++) {
        await other.query('begin')
        await other.query(`select from counters where id = ${1 + (turn % 3)} for update`)
        await new Promise(resolve => setTimeout(resolve, (turn * 37) % 120))
        await other.query('commit')
      }
    }
    const holding = hold()
    for (let turn = 0; turn < rounds; turn++) {
      await Promise.all(numbers(0).map(index => database.write(count(1 + (index % 12)))))
    }
    isOver = true
    await holding
    const after = await readCounters()
    const added = [...after].map(([id, value]) => value - before.get(id))
    expect(added.reduce((sum, each) => sum + each, 0)).toBe(rounds * writes)
  })

  it('are not sent once they are aborted, and never half', async () => {
    const ids = newIds()
    const controller = new AbortController()
    const results = ids.map((id, index) =>
      database.write(insert(id), index % 2 ? controller.signal : undefined).then(
        () => true,
        error => error,
      ),
    )
    controller.abort()
    const ends = await Promise.all(results)
    const stored = new Set(
      (await select(`select id from books where id >= ${ids[0]}`)).map(({ id }) => id),
    )
    ends.forEach((end, index) => {
      if (end !== true) expect(end).toBe(controller.signal.reason)
      if (index % 2 === 0) expect(end).toBe(true)
      if (end === true) expect(stored).toContain(ids[index])
    })
    await expect(database.write(insert(made++), controller.signal)).rejects.toBe(
      controller.signal.reason,
    )
  })

  it('are never repeated when their connections are lost', async () => {
    const before = await readCounters()
    const counting = numbers(0).map(index => database.write(count(1 + (index % 12))))
    const ends = Promise.allSettled(counting)
    await counting[0]
    proxy.cut()
    const results = await ends
    const done = results.filter(({ status }) => status === 'fulfilled').length
    const lost = results.filter(result => result.status === 'rejected')
    for (const each of lost) expect(each).toMatchObject({ reason: { status: 503 } })
    await expect
      .poll(async () => {
        const [{ busy }] = await select(
          `select count(*)::int as busy from pg_stat_activity where state = 'active' and query like 'update counters%' and pid <> pg_backend_pid()`,
        )
        return busy
      })
      .toBe(0)
    const after = await readCounters()
    const added = [...after].reduce((sum, [id, value]) => sum + value - before.get(id), 0)
    // A write whose connection was lost may have been made or not, and only once.
    expect(added).toBeGreaterThanOrEqual(done)
    expect(added).toBeLessThanOrEqual(results.length)
    expect((await database.write(count(5))).rows).toEqual([[String(after.get(5) + 1)]])
  })

  it('run again when a table changed under their plan', async () => {
    await other.query('alter table counters add column note text')
    const again = shared(
      'star',
      'update counters set value = value + 1 where id = $1 returning *',
      [4],
    )
    for (let use = 0; use < 20; use++) await database.write(again)
    const before = await readCounters()
    await other.query('alter table counters add column more text')
    await Promise.all(numbers(0).map(() => database.write(again)))
    expect((await readCounters()).get(4)).toBe(before.get(4) + writes)
  })
})
