import { createSqlDataSource } from '@service/datasource-sql'
import { chooseRounds, type FaultProxy, startFaultProxy } from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('an agent whose database or client fails', () => {
  const name = `agent_faults_${process.pid}`
  const ROWS = 80_000
  let admin: pg.Client
  let proxy: FaultProxy
  let open: OpenAgent

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(postgresUrl!)
    url.pathname = `/${name}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(
      `create table numbers as select n as id, repeat('x', 200) as text from generate_series(1, ${ROWS}) n;
       alter table numbers add primary key (id)`,
    )
    await client.end()
    proxy = await startFaultProxy(Number(url.port))
    url.port = String(proxy.port)
    open = await openAgent(createSqlDataSource(url.href, { pool: { max: 2 } }), {
      logger: () => {},
    })
  })
  afterAll(async () => {
    await open.close()
    await proxy.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  const startExport = (signal?: AbortSignal) =>
    fetch(`${open.url}/numbers.csv?timezone=UTC`, {
      headers: { authorization: `Bearer ${open.token}` },
      signal,
    })

  it('exports everything in one go', async () => {
    const text = await (await startExport()).text()
    expect(text.split('\n').length).toBe(ROWS + 2)
  })

  it('keeps its pool whole when clients leave exports', async () => {
    for (let round = 0; round < chooseRounds(3, 6); round += 1) {
      const leaving = new AbortController()
      const response = await startExport(leaving.signal)
      await response.body!.getReader().read()
      leaving.abort()
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => open.get('/numbers?page[size]=1')),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(10).fill(200))
  })

  it('never passes off part of an export as the whole when connections break', async () => {
    for (let round = 0; round < chooseRounds(1, 3); round += 1) {
      const response = await startExport()
      proxy.hold(true)
      const received = response.text().then(
        text => text.split('\n').length,
        () => 'cut off',
      )
      await new Promise(resolve => setTimeout(resolve, 100))
      proxy.hold(false)
      proxy.cut()
      expect(['cut off', ROWS + 2]).toContain(await received)
    }
    expect((await open.get('/numbers?page[size]=1')).status).toBe(200)
  })

  it('says so while the database is away, and serves when it is back', async () => {
    proxy.refuse(true)
    proxy.cut()
    const away = await open.get('/numbers')
    expect(away.status).toBe(503)
    expect(readError(away)).toMatchObject({ name: 'UnavailableError', code: 'unavailable' })
    const health = await fetch(open.url)
    expect(health.status).toBe(503)
    const { error } = (await health.json()) as { error: string }
    expect(error).toMatch(/^Datasource 1 \(numbers\): /)
    expect(error).not.toContain(new URL(postgresUrl!).username || 'nobody')
    proxy.refuse(false)
    await expect.poll(async () => (await open.get('/numbers?page[size]=1')).status).toBe(200)
    await expect.poll(async () => (await fetch(open.url)).status, { timeout: 5000 }).toBe(200)
  })
})
