import { readFileSync } from 'node:fs'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Catalogue } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: kysely => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const url = inject('postgresUrl')
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe.skipIf(!url)('introspection of PostgreSQL', () => {
  let server: pg.Pool
  let pool: pg.Pool
  let queries = 0

  const catalogue: Catalogue = {
    dialect: 'postgres',
    version: '',
    async query<Row extends object>(query: RawBuilder<Row>) {
      queries++
      const { sql, parameters } = query.compile(compiler)
      return (await pool.query<Row>(sql, [...parameters])).rows
    },
  }

  beforeAll(async () => {
    server = new pg.Pool({ connectionString: url, max: 1 })
    await server.query('create database introspection')
    const address = new URL(url ?? '')
    address.pathname = '/introspection'
    pool = new pg.Pool({ connectionString: address.href, max: 4 })
    await pool.query(read('introspect.fixture.sql'))
  })
  afterAll(async () => {
    await pool.end()
    await server.query('drop database introspection')
    await server.end()
  })

  it('finds every feature of the fixture', async () => {
    const options = { schemas: ['public', 'hr', 'Wide Open'] }
    const introspection = await introspect(catalogue, options, () => {})
    expect(introspection).toEqual(JSON.parse(read('introspect.fixture.json')))
  })

  it('leaves out what extensions own', async () => {
    await pool.query('create extension pg_stat_statements')
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.filter(({ name }) => name.startsWith('pg_stat'))).toEqual([])
  })

  it('leaves out what the user may not read', async () => {
    await pool.query(`
      create role clerk;
      grant usage on schema public to clerk;
      grant select on customers to clerk;
      grant select (at, value) on measures to clerk;
      grant select on hr.employees to clerk;
    `)
    const asClerk: Catalogue = {
      ...catalogue,
      async query<Row extends object>(query: RawBuilder<Row>) {
        const client = await pool.connect()
        await client.query('set role clerk')
        const { sql, parameters } = query.compile(compiler)
        const { rows } = await client.query<Row>(sql, [...parameters])
        await client.query('reset role')
        client.release()
        return rows
      },
    }
    const { tables } = await introspect(asClerk, { schemas: ['public', 'hr'] }, () => {})
    await pool.query('drop owned by clerk; drop role clerk')
    expect(tables.map(({ name }) => name)).toEqual(['customers', 'measures'])
    expect(tables[1]?.columns.map(({ name }) => name)).toEqual(['at', 'value'])
  })

  it('reads 300 linked tables in four queries and in little time', async () => {
    const table = (index: number) => `
      create table many_${index} (
        id serial primary key, code text not null unique, name varchar(40) default 'x',
        price numeric(10, 2), at timestamptz default now(), tags text[], body jsonb,
        previous_id int references many_${Math.max(index - 1, 0)}
      );`
    await pool.query(Array.from({ length: 300 }, (_, index) => table(index)).join(''))
    const durations: number[] = []
    for (let run = 0; run < 5; run++) {
      queries = 0
      const start = performance.now()
      const { tables } = await introspect(catalogue, {}, () => {})
      durations.push(performance.now() - start)
      expect(tables.length).toBeGreaterThan(300)
      expect(queries).toBe(4)
    }
    // 50 to 100 ms on a quiet machine; the bound leaves room for a busy one.
    expect(Math.min(...durations)).toBeLessThan(1_000)
  })
})
