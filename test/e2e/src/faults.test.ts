import { createSqlDataSource } from '@service/datasource-sql'
import {
  type FaultProxy,
  startFaultProxy,
  startPostgres,
  type ThrowAwayServer,
} from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent } from './open-agent.js'

const POOL = 4
const MANY = 300_000

/** Its presence tells that PostgreSQL is installed: these tests kill a server, so they start their own. */
describe.skipIf(!inject('postgresUrl'))('an agent whose database fails', () => {
  let server: ThrowAwayServer
  let proxy: FaultProxy
  let agent: OpenAgent

  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const readStatus = async (path: string) => (await agent.get(path)).status
  const activeStatements = async () =>
    (
      await query(`select query from pg_stat_activity
      where application_name = 'service-agent' and state <> 'idle'`)
    ).length
  const until = async (isTrue: () => Promise<boolean>) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      if (await isTrue()) return true
      await new Promise(done => setTimeout(done, 50))
    }
    return false
  }
  /** More requests at once than the pool has connections: each of them must be usable. */
  const poolIsWhole = async () => {
    const statuses = await Promise.all(
      Array.from({ length: POOL * 3 }, (_, index) => readStatus(`/books?page[size]=${index + 1}`)),
    )
    return statuses.every(status => status === 200)
  }

  beforeAll(async () => {
    // A commit must outlive the kill: the default settings trade that for speed.
    server = (await startPostgres({ synchronous_commit: 'on' })) as ThrowAwayServer
    await query(`
      create table books (id int primary key, title text not null);
      insert into books select n, 'Book ' || n from generate_series(1, ${MANY}) n;
      create view slow as select 1 as id, pg_sleep(2)::text as rest;
      create view endless as select 1 as id, pg_sleep(600)::text as rest`)
    proxy = await startFaultProxy(server.port)
    const url = server.url.replace(`:${server.port}/`, `:${proxy.port}/`)
    agent = await openAgent(createSqlDataSource(url, { pool: { max: POOL } }))
  })
  afterAll(async () => {
    await agent?.close()
    await proxy?.close()
    await server?.stop()
  })
  beforeEach(async () => expect(await poolIsWhole()).toBe(true))

  it('answers 503 while the database is down, says so in its health, and recovers by itself', async () => {
    await server.kill()
    expect(await readStatus('/books')).toBe(503)
    const health = await agent.get('/')
    expect(health.status).toBe(503)
    expect(await health.text()).not.toContain('127.0.0.1')
    await server.start()
    expect(await until(async () => (await readStatus('/')) === 200)).toBe(true)
    expect(await poolIsWhole()).toBe(true)
  })

  it('survives connections cut in mid-query', async () => {
    const asked = Promise.all(Array.from({ length: POOL }, () => readStatus('/slow')))
    expect(await until(async () => (await activeStatements()) === POOL)).toBe(true)
    proxy.cut()
    for (const status of await asked) expect([200, 503]).toContain(status)
    expect(await poolIsWhole()).toBe(true)
  })

  it('refuses at once while connections are refused, and serves again afterwards', async () => {
    proxy.refuse(true)
    proxy.cut()
    expect(await readStatus('/books')).toBe(503)
    proxy.refuse(false)
    expect(await until(poolIsWhole)).toBe(true)
  })

  it('stops an export when the client leaves', async () => {
    for (let round = 0; round < POOL * 2; round++) {
      const leave = new AbortController()
      const response = await agent.get(
        '/books.csv?fields[books]=id,title&header=id,title&filename=x',
        {
          signal: leave.signal,
        },
      )
      await response.body?.getReader().read()
      leave.abort()
    }
    expect(await until(async () => (await activeStatements()) === 0)).toBe(true)
    expect(await poolIsWhole()).toBe(true)
  })

  it('cancels the statement of a client that leaves before the answer', async () => {
    const leave = new AbortController()
    const asked = agent.get('/endless', { signal: leave.signal }).catch(() => 'left')
    expect(await until(async () => (await activeStatements()) === 1)).toBe(true)
    leave.abort()
    expect(await asked).toBe('left')
    expect(await until(async () => (await activeStatements()) === 0)).toBe(true)
  })
})
