import type { Call, CollectionSource, DataSource } from '@service/datasource-toolkit'
import { collectionOf } from '@service/datasource-toolkit/testing'
import { startFaultProxy, startMariaDb } from '@service/test-support'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'
import type { SqlOptions } from '../../options.js'

const url = inject('mariadbUrl')
const call: Call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00.000Z') }

const statements = [
  'create table parents (id int primary key, code varchar(5) not null unique, age tinyint check (age > 0)) collate utf8mb4_general_ci',
  'create table children (id int auto_increment primary key, parent_id int, foreign key (parent_id) references parents (id))',
  'create view slow as select 1 as id, sleep(30) as nap',
  "insert into parents values (1, 'one', 1), (2, 'two', 2), (3, 'ONE ', 3), (4, 'Été', 4)",
]

const open = (address: string, options?: SqlOptions) =>
  createSqlDataSource(address, options)(
    () => {},
    async () => {},
  )

const listOf = (collection: CollectionSource, columns: string[], at: Call = call) =>
  collection.list({ select: { collection: collection.name, columns, joins: [] }, orderBy: [] }, at)

async function createDatabase(base: string, name: string): Promise<string> {
  const admin = await createConnection(base)
  await admin.query(`create database ${name} character set utf8mb4`)
  await admin.query(`use ${name}`)
  for (const statement of statements.filter(text => !text.startsWith('insert'))) {
    await admin.query(statement)
  }
  // 'one' and 'ONE ' are one value to the column's collation.
  await admin.query('alter table parents drop index code')
  await admin.query(statements.at(-1) as string)
  await admin.query('alter table parents add column email varchar(20) unique')
  await admin.end()
  const address = new URL(base)
  address.pathname = name
  return address.href
}

const until = async (claim: () => Promise<boolean>) => {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await claim()) return
    await new Promise(done => setTimeout(done, 25))
  }
  throw new Error('It did not become true in time.')
}

describe.skipIf(!url)('MariaDB under faults', () => {
  let address: string
  let source: DataSource
  let observer: Connection
  beforeAll(async () => {
    address = await createDatabase(url as string, `sql_faults_${process.pid}`)
    source = await open(address, {
      pool: { max: 2, acquireTimeoutMs: 500 },
      liveQueryConnections: 'main',
      liveQueryMaxRows: 3,
      liveQueryTimeoutMs: 300,
    })
    observer = await createConnection(address)
  })
  afterAll(async () => {
    await source?.close()
    await observer?.end()
  })

  const napping = async () => {
    const [rows] = await observer.query<RowDataPacket[]>(
      "select count(*) as n from information_schema.processlist where info like '%`nap`%' and id <> connection_id()",
    )
    return Number(rows[0]?.n)
  }

  it('finds text exactly, under a collation that ignores case, accents and final spaces', async () => {
    const found = (operator: 'Equal' | 'In' | 'NotEqual', value: unknown) =>
      collectionOf(source, 'parents').list(
        {
          select: { collection: 'parents', columns: ['id'], joins: [] },
          where: { field: 'code', operator, value },
          orderBy: [{ field: 'id', ascending: true }],
        },
        call,
      )
    expect(await found('Equal', 'one')).toEqual([{ id: 1 }])
    expect(await found('Equal', 'ONE')).toEqual([])
    expect(await found('Equal', 'ete')).toEqual([])
    expect(await found('In', ['ONE ', 'Été'])).toEqual([{ id: 3 }, { id: 4 }])
    expect(await found('NotEqual', 'one')).toHaveLength(3)
  })

  it('groups text exactly', async () => {
    const groups = await collectionOf(source, 'parents').aggregate(
      {
        select: { collection: 'parents', columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field: 'code' }] },
      },
      call,
    )
    expect(groups).toHaveLength(4)
  })

  it('stops the statement in the server when the caller leaves, and keeps the pool whole', async () => {
    for (let round = 0; round < 3; round++) {
      const controller = new AbortController()
      const at = { ...call, signal: controller.signal }
      const refused = expect(listOf(collectionOf(source, 'slow'), ['nap'], at)).rejects.toThrow(
        'gone',
      )
      await until(async () => (await napping()) === 1)
      controller.abort(new Error('gone'))
      await refused
      await until(async () => (await napping()) === 0)
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => listOf(collectionOf(source, 'parents'), ['id'])),
    )
    expect(answers.every(rows => rows.length === 4)).toBe(true)
  })

  it('answers 503 when all connections stay busy, and serves again afterwards', async () => {
    const controller = new AbortController()
    const at = { ...call, signal: controller.signal }
    const slow = [0, 1].map(() => listOf(collectionOf(source, 'slow'), ['nap'], at).catch(() => {}))
    await until(async () => (await napping()) === 2)
    await expect(listOf(collectionOf(source, 'parents'), ['id'])).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('busy'),
    })
    controller.abort()
    await Promise.all(slow)
    expect(await listOf(collectionOf(source, 'parents'), ['id'])).toHaveLength(4)
  })

  it('answers 504 when a statement takes longer than it may', async () => {
    const impatient = await open(address, { statementTimeoutMs: 200 })
    try {
      await expect(listOf(collectionOf(impatient, 'slow'), ['nap'])).rejects.toMatchObject({
        code: 'timeout',
        status: 504,
      })
      expect(await listOf(collectionOf(impatient, 'parents'), ['id'])).toHaveLength(4)
    } finally {
      await impatient.close()
    }
  })

  it('names the column and the rule a write breaks', async () => {
    const parents = collectionOf(source, 'parents')
    const children = collectionOf(source, 'children')
    await parents.update({ field: 'id', operator: 'Equal', value: 1 }, { email: 'a@b' }, call)
    const faults = [
      [
        () => parents.create([{ id: 9, code: 'x', email: 'a@b' }], call),
        'unique_violation',
        { constraint: 'email' },
      ],
      [() => parents.create([{ id: 9 }], call), 'not_null_violation', { columns: ['code'] }],
      [
        () => parents.create([{ id: 9, code: 'too long' }], call),
        'value_too_long',
        { columns: ['code'] },
      ],
      [
        () => parents.create([{ id: 9, code: 'x', age: 999 }], call),
        'value_out_of_range',
        { columns: ['age'] },
      ],
      [() => parents.create([{ id: 9, code: 'x', age: 0 }], call), 'check_violation', {}],
      [
        () => children.create([{ parent_id: 99 }], call),
        'foreign_key_violation',
        { columns: ['parent_id'] },
      ],
    ] as const
    for (const [write, code, data] of faults) {
      const error = await write().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ name: 'ValidationError', status: 400, code, data })
    }
    expect(await listOf(parents, ['id'])).toHaveLength(4)
  })

  it('reads an idle connection that was cut without the caller noticing', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`mysql://root@127.0.0.1:${proxy.port}${pathname}`)
    try {
      for (let round = 0; round < 5; round++) {
        expect(await listOf(collectionOf(through, 'parents'), ['id'])).toHaveLength(4)
        proxy.cut()
        expect(await listOf(collectionOf(through, 'parents'), ['id'])).toHaveLength(4)
      }
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('answers 504 when the network swallows the answer, and serves the next', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`mysql://root@127.0.0.1:${proxy.port}${pathname}`, {
      statementTimeoutMs: 200,
    })
    try {
      const parents = collectionOf(through, 'parents')
      expect(await listOf(parents, ['id'])).toHaveLength(4)
      proxy.hold(true)
      await expect(listOf(parents, ['id'])).rejects.toMatchObject({ status: 504 })
      proxy.hold(false)
      expect(await listOf(parents, ['id'])).toHaveLength(4)
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('answers 503 while the connection is cut in mid-query, and serves the next', async () => {
    const { port, pathname } = new URL(address)
    const proxy = await startFaultProxy(Number(port))
    const through = await open(`mysql://root@127.0.0.1:${proxy.port}${pathname}`)
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
      expect(await listOf(collectionOf(through, 'parents'), ['id'])).toHaveLength(4)
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('runs native queries that read, within their limits', async () => {
    const [connection] = source.nativeConnections
    const run = (texts: string[], values: unknown[] = []) =>
      connection?.query({ texts, values }, call)
    expect(await run(['select id from parents where id = ', ''], [2])).toEqual([{ id: 2 }])
    await expect(run(['delete from parents'])).rejects.toMatchObject({ status: 422 })
    await expect(run(['select * from parents'])).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('3'),
    })
    await expect(run(['select sleep(10)'])).rejects.toMatchObject({ status: 504 })
    await expect(run(['select 1; select 2'])).rejects.toMatchObject({ status: 422 })
    await expect(run(['selec 1'])).rejects.toMatchObject({ status: 422 })
    expect(await listOf(collectionOf(source, 'parents'), ['id'])).toHaveLength(4)
  })

  it('estimates the number of rows from statistics', async () => {
    await observer.query('analyze table parents')
    expect(await collectionOf(source, 'parents').estimateCount?.(call)).toBe(4)
  })
})

describe.skipIf(!url)('MariaDB that stops and comes back', () => {
  it('answers 503 while it is gone and serves again once it is back', async () => {
    const server = await startMariaDb()
    if (!server) return
    let source: DataSource | undefined
    try {
      const address = await createDatabase(server.url, 'comes_back')
      source = await open(address, { pool: { acquireTimeoutMs: 3_000 } })
      const parents = collectionOf(source, 'parents')
      await Promise.all(Array.from({ length: 10 }, () => listOf(parents, ['id'])))
      await server.kill()
      await expect(listOf(parents, ['id'])).rejects.toMatchObject({ status: 503 })
      await server.start()
      expect((await listOf(parents, ['id'])).length).toBeGreaterThan(0)
    } finally {
      await source?.close()
      await server.stop()
    }
  })
})
