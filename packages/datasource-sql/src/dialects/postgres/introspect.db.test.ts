import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Catalogue, Database } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import { openDatabase } from '../../open-database.js'

const url = inject('postgresUrl')
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

describe.skipIf(!url)('introspection of PostgreSQL', () => {
  const address = new URL(url ?? 'postgres://none')
  let server: pg.Pool
  let pool: pg.Pool
  let database: Database
  let catalogue: Catalogue
  let queries = 0

  beforeAll(async () => {
    server = new pg.Pool({ connectionString: url, max: 1 })
    await server.query('create database introspection')
    address.pathname = '/introspection'
    pool = new pg.Pool({ connectionString: address.href, max: 1 })
    await pool.query(read('introspect.fixture.sql'))
    database = (await openDatabase(address.href, {})).database
    catalogue = {
      ...database,
      query: query => {
        queries++
        return database.query(query)
      },
    }
  })
  afterAll(async () => {
    await database.close()
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
      create role clerk login;
      grant usage on schema public to clerk;
      grant select on customers to clerk;
      grant select (at, value) on measures to clerk;
      grant select on hr.employees to clerk;
    `)
    const clerk = new URL(address)
    clerk.username = 'clerk'
    const { database: asClerk } = await openDatabase(clerk.href, {})
    const { tables } = await introspect(asClerk, { schemas: ['public', 'hr'] }, () => {})
    await asClerk.close()
    await pool.query('drop owned by clerk; drop role clerk')
    expect(tables.map(({ name }) => name)).toEqual(['customers', 'measures'])
    expect(tables[1]?.columns.map(({ name }) => name)).toEqual(['at', 'value'])
  })

  it('reads 300 linked tables in five queries', async () => {
    const table = (index: number) => `
      create table many_${index} (
        id serial primary key, code text not null unique, name varchar(40) default 'x',
        price numeric(10, 2), at timestamptz default now(), tags text[], body jsonb,
        previous_id int references many_${Math.max(index - 1, 0)}
      );`
    await pool.query(Array.from({ length: 300 }, (_, index) => table(index)).join(''))
    queries = 0
    const { tables } = await introspect(catalogue, {}, () => {})
    expect(tables.length).toBeGreaterThan(300)
    expect(queries).toBe(5)
  })
})
