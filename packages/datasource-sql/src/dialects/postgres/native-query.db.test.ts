import type { Call, DataSource, NativeConnection } from '@service/datasource-toolkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const url = inject('postgresUrl')
const call: Call = { timezone: 'UTC', now: new Date() }

describe.skipIf(!url)('native queries on PostgreSQL', () => {
  let source: DataSource
  let connection: NativeConnection
  beforeAll(async () => {
    const name = `sql_native_${process.pid}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const address = new URL(url as string)
    address.pathname = name
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    await client.query(`create table t (id int primary key, v numeric, at timestamptz)`)
    await client.query(
      `insert into t select n, n * 1.5, '2024-01-01 10:00+00' from generate_series(1, 100) n`,
    )
    await client.query('analyze t')
    await client.end()
    source = await createSqlDataSource(address.href, {
      liveQueryConnections: 'main',
      liveQueryMaxRows: 50,
      liveQueryTimeoutMs: 1_500,
    })(
      () => {},
      async () => {},
    )
    connection = source.nativeConnections[0] as NativeConnection
  })
  afterAll(() => source?.close())

  const run = (text: string) => connection.query({ texts: [text], values: [] }, call)

  it('is named by the option', () => expect(connection.name).toBe('main'))

  it('binds values and reads canonical ones', async () => {
    const query = {
      texts: ['select id, v, at from t where id = ', ' or id = ', ' order by id'],
      values: [1, 2],
    }
    expect(await connection.query(query, call)).toEqual([
      { id: 1, v: 1.5, at: '2024-01-01T10:00:00.000Z' },
      { id: 2, v: 3, at: '2024-01-01T10:00:00.000Z' },
    ])
  })

  it('rejects writes, and leaves nothing behind', async () => {
    for (const text of ['delete from t', 'insert into t (id) values (1000)', 'drop table t']) {
      await expect(run(text)).rejects.toMatchObject({ status: 422 })
    }
    expect(await run('select count(*) as n from t')).toEqual([{ n: 100 }])
  })

  it('rejects more rows than the cap, naming it', async () => {
    await expect(run('select * from t')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('50'),
    })
    expect(await run('select * from t limit 50')).toHaveLength(50)
  })

  it('rejects a second statement', async () => {
    await expect(run('select 1; select 2')).rejects.toMatchObject({ status: 422 })
  })

  it('rejects wrong SQL without repeating what the database said', async () => {
    await expect(run('select 1 frm t')).rejects.toMatchObject({
      status: 422,
      message: 'The database rejected this query.',
    })
  })

  it('stops after its own timeout', async () => {
    await expect(run('select pg_sleep(10)')).rejects.toMatchObject({ status: 504 })
  })

  it('forgets settings that a statement changed', async () => {
    await run("select set_config('statement_timeout', '1', false)")
    expect(await run('select pg_sleep(0.05)')).toHaveLength(1)
  })

  it('estimates the number of rows from statistics', async () => {
    expect(await source.collections[0]?.estimateCount?.(call)).toBe(100)
  })
})
