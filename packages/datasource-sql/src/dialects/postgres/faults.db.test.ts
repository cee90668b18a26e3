import type { Call, CollectionSource, DataSource } from '@service/datasource-toolkit'
import { collectionOf } from '@service/datasource-toolkit/testing'
import { startFaultProxy, startPostgres } from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'
import type { SqlOptions } from '../../options.js'

const url = inject('postgresUrl')
const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00.000Z') }

const schema = `
  create table parents (id int primary key, code varchar(5) not null unique, age smallint check (age > 0));
  create table children (id serial primary key, parent_id int references parents (id), made timestamp);
  create view slow as select 1 as id, pg_sleep(30)::text as nap;
  insert into parents values (1, 'one', 1), (2, 'two', 2);
`

const open = (address: string, options?: SqlOptions) =>
  createSqlDataSource(address, options)(
    () => {},
    async () => {},
  )

const listOf = (collection: CollectionSource, columns: string[], at: Call = call) =>
  collection.list({ select: { collection: collection.name, columns, joins: [] }, orderBy: [] }, at)

async function createDatabase(base: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const address = new URL(base)
  address.pathname = name
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(schema)
  await client.query('checkpoint')
  await client.end()
  return address.href
}

const until = async (claim: () => Promise<boolean>) => {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await claim()) return
    await new Promise(done => setTimeout(done, 25))
  }
  throw new Error('It did not become true in time.')
}

describe.skipIf(!url)('PostgreSQL under faults', () => {
  let address: string
  let source: DataSource
  let observer: pg.Client
  beforeAll(async () => {
    address = await createDatabase(url as string, `sql_faults_${process.pid}`)
    source = await open(address, { pool: { max: 2, acquireTimeoutMs: 300 } })
    observer = new pg.Client({ connectionString: address })
    await observer.connect()
  })
  afterAll(async () => {
    await source?.close()
    await observer?.end()
  })

  const napping = async () => {
    const { rows } = await observer.query(
      `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%"nap"%' and pid <> pg_backend_pid()`,
    )
    return rows[0].n as number
  }

  it('stops the statement in the server when the caller leaves, and keeps the pool whole', async () => {
    for (let round = 0; round < 3; round++) {
      const controller = new AbortController()
      const answer = listOf(collectionOf(source, 'slow'), ['nap'], {
        ...call,
        signal: controller.signal,
      })
      const refused = expect(answer).rejects.toThrow('gone')
      await until(async () => (await napping()) === 1)
      controller.abort(new Error('gone'))
      await refused
      await until(async () => (await napping()) === 0)
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => listOf(collectionOf(source, 'parents'), ['id'])),
    )
    expect(answers.every(rows => rows.length === 2)).toBe(true)
  })

  it('does not start what the caller has already left', async () => {
    const signal = AbortSignal.abort(new Error('gone before'))
    await expect(
      listOf(collectionOf(source, 'slow'), ['nap'], { ...call, signal }),
    ).rejects.toThrow('gone before')
    expect(await napping()).toBe(0)
  })

  it('answers 503 when all connections stay busy, and serves again afterwards', async () => {
    const controller = new AbortController()
    const at = { ...call, signal: controller.signal }
    const slow = [0, 1].map(() => listOf(collectionOf(source, 'slow'), ['nap'], at).catch(() => {}))
    await until(async () => (await napping()) === 2)
    await expect(listOf(collectionOf(source, 'parents'), ['id'])).rejects.toMatchObject({
      code: 'unavailable',
      status: 503,
      message: expect.stringContaining('busy'),
    })
    controller.abort()
    await Promise.all(slow)
    expect(await listOf(collectionOf(source, 'parents'), ['id'])).toHaveLength(2)
  })

  it('answers 504 when a statement takes longer than it may', async () => {
    const impatient = await open(address, { statementTimeoutMs: 200 })
    try {
      await expect(listOf(collectionOf(impatient, 'slow'), ['nap'])).rejects.toMatchObject({
        code: 'timeout',
        status: 504,
      })
      expect(await listOf(collectionOf(impatient, 'parents'), ['id'])).toHaveLength(2)
    } finally {
      await impatient.close()
    }
  })

  it('names the column and the rule a write breaks', async () => {
    const parents = collectionOf(source, 'parents')
    const children = collectionOf(source, 'children')
    const faults = [
      [() => parents.create([{ id: 3, code: 'one' }], call), 'unique_violation', ['code']],
      [() => parents.create([{ id: 1, code: 'x' }], call), 'unique_violation', ['id']],
      [() => parents.create([{ id: 3 }], call), 'not_null_violation', ['code']],
      [() => parents.create([{ id: 3, code: 'too long' }], call), 'value_too_long', undefined],
      [
        () => parents.create([{ id: 3, code: 'x', age: 99_999 }], call),
        'value_out_of_range',
        undefined,
      ],
      [() => parents.create([{ id: 3, code: 'x', age: 0 }], call), 'check_violation', undefined],
      [() => children.create([{ parent_id: 99 }], call), 'foreign_key_violation', ['parent_id']],
    ] as const
    for (const [write, code, columns] of faults) {
      const error = await write().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ name: 'ValidationError', status: 400, code })
      if (columns) expect(error).toMatchObject({ data: { columns } })
    }
    expect(await listOf(parents, ['id'])).toHaveLength(2)
  })

  it('refuses to delete what is still referred to', async () => {
    const children = collectionOf(source, 'children')
    await children.create([{ parent_id: 1 }], call)
    await expect(
      collectionOf(source, 'parents').delete({ field: 'id', operator: 'Equal', value: 1 }, call),
    ).rejects.toMatchObject({ code: 'foreign_key_violation' })
    expect(await children.delete(undefined, call)).toBe(1)
  })

  it('keeps serving a prepared statement after the table changed', async () => {
    await observer.query('create table shifty (id int primary key, v int)')
    await observer.query('insert into shifty values (1, 5)')
    const changing = await open(address)
    try {
      const shifty = collectionOf(changing, 'shifty')
      for (let use = 0; use < 3; use++) expect(await listOf(shifty, ['v'])).toEqual([{ v: 5 }])
      await observer.query('alter table shifty alter v type bigint')
      for (let use = 0; use < 3; use++) expect(await listOf(shifty, ['v'])).toEqual([{ v: 5 }])
    } finally {
      await changing.close()
      await observer.query('drop table shifty')
    }
  })

  it('reads an idle connection that was cut without the caller noticing', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`postgres://test@127.0.0.1:${proxy.port}${pathname}`)
    try {
      const parents = collectionOf(through, 'parents')
      for (let round = 0; round < 5; round++) {
        expect(await listOf(parents, ['id'])).toHaveLength(2)
        proxy.cut()
        expect(await listOf(parents, ['id'])).toHaveLength(2)
      }
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('never repeats a write whose connection was cut', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`postgres://test@127.0.0.1:${proxy.port}${pathname}`)
    try {
      const children = collectionOf(through, 'children')
      proxy.hold(true)
      const write = children.create([{ parent_id: 1 }], call)
      const refused = expect(write).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      await new Promise(done => setTimeout(done, 100))
      proxy.cut()
      proxy.hold(false)
      await refused
      expect((await listOf(children, ['id'])).length).toBeLessThanOrEqual(1)
    } finally {
      await through.close()
      await proxy.close()
      await collectionOf(source, 'children').delete(undefined, call)
    }
  })

  it('answers 504 when the network swallows the answer, and serves the next', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`postgres://test@127.0.0.1:${proxy.port}${pathname}`, {
      statementTimeoutMs: 200,
    })
    try {
      const parents = collectionOf(through, 'parents')
      expect(await listOf(parents, ['id'])).toHaveLength(2)
      proxy.hold(true)
      await expect(listOf(parents, ['id'])).rejects.toMatchObject({ status: 504 })
      proxy.hold(false)
      expect(await listOf(parents, ['id'])).toHaveLength(2)
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('answers 503 while the connection is cut in mid-query, and serves the next', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`postgres://test@127.0.0.1:${proxy.port}${pathname}`)
    try {
      const slow = listOf(collectionOf(through, 'slow'), ['nap'])
      const refused = expect(slow).rejects.toMatchObject({
        status: 503,
        message: expect.stringContaining('does not answer'),
      })
      await until(async () => (await napping()) >= 1)
      proxy.refuse(true)
      proxy.cut()
      await refused
      proxy.refuse(false)
      expect(await listOf(collectionOf(through, 'parents'), ['id'])).toHaveLength(2)
    } finally {
      await through.close()
      await proxy.close()
    }
  })
})

describe.skipIf(!url)('PostgreSQL that stops and comes back', () => {
  it('answers 503 while it is gone and serves again once it is back', async () => {
    const server = await startPostgres()
    if (!server) return
    let source: DataSource | undefined
    try {
      const address = await createDatabase(server.url, 'comes_back')
      source = await open(address, { pool: { acquireTimeoutMs: 2_000 } })
      const parents = collectionOf(source, 'parents')
      await Promise.all(Array.from({ length: 10 }, () => listOf(parents, ['id'])))
      await server.kill()
      await expect(listOf(parents, ['id'])).rejects.toMatchObject({ status: 503 })
      await expect(source.check()).rejects.toMatchObject({ status: 503 })
      await server.start()
      expect(await listOf(parents, ['id'])).toHaveLength(2)
      await source.check()
    } finally {
      await source?.close()
      await server.stop()
    }
  })
})
