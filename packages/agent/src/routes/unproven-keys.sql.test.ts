import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  describeUnprovenKeys,
  keylessStatements,
  type OpenTables,
} from '../testing/describe-unproven-keys.js'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

async function openSqlite(statements: readonly string[]): Promise<OpenTables> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-keys-'))
  const path = join(folder, 'keys.sqlite')
  const database = new Database(path)
  for (const statement of statements) database.exec(statement)
  database.close()
  return {
    factory: options => createSqlDataSource(`sqlite://${path}`, options),
    close: () => rm(folder, { recursive: true }),
  }
}

// Shared by all tests, since it is slow to start.
const database = await createPglite()

async function openPGlite(statements: readonly string[]): Promise<OpenTables> {
  for (const statement of statements) await database.exec(statement)
  return {
    // Two agents share one connection, and therefore the names of prepared statements.
    factory: options => createSqlDataSource(database, { ...options, preparedStatements: false }),
    close: async () => {},
  }
}

describeUnprovenKeys('pglite', () => openPGlite(keylessStatements))
describeUnprovenKeys('sqlite', () => openSqlite(keylessStatements))

describe('a table that others inherit from', () => {
  let open: OpenAgent
  beforeAll(async () => {
    const { factory } = await openPGlite([
      'create table cities (id integer primary key, name text)',
      'create table capitals (country text) inherits (cities)',
      'create table offices (id integer primary key, city_id integer references cities)',
      "insert into cities values (1, 'Lyon'), (2, 'Nice')",
      "insert into capitals values (1, 'Paris', 'FR')",
      'insert into offices values (1, 1), (2, 1), (3, 2)',
    ])
    open = await openAgent(factory())
  })
  afterAll(() => open.close())

  it('is listed with their rows, and its key leads to one row only where it does', async () => {
    const { json } = await open.get('/cities?sort=name')
    const { data } = json as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(['1', '2', '1'])
    expect(readError(await open.get('/cities/1')).code).toBe('id_not_unique')
    expect((await open.get('/cities/2')).status).toBe(200)
  })

  it('is not written', async () => {
    const body = { data: { attributes: { name: 'x' } } }
    expect(readError(await open.send('PUT', '/cities/2', body)).code).toBe('key_not_proven')
    expect(readError(await open.send('DELETE', '/cities/1')).code).toBe('key_not_proven')
    expect((await open.get('/cities.csv?fields[cities]=name&sort=name')).text).toBe(
      'name\nLyon\nNice\nParis\n',
    )
  })

  it('is joined without repeating rows', async () => {
    const { json } = await open.get('/offices?fields[offices]=id,city&fields[city]=name')
    const { data } = json as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })
})

describe('a key of SQLite that may be null', () => {
  let tables: OpenTables
  let open: OpenAgent
  const names = Array.from({ length: 2500 }, (_, index) => index)
  beforeAll(async () => {
    tables = await openSqlite([
      'create table notes (id text primary key, rank integer)',
      `insert into notes values ${names.map(n => `(${n % 5 === 0 ? 'null' : `'k${n}'`}, ${n})`).join(', ')}`,
    ])
    open = await openAgent(tables.factory())
  })
  afterAll(async () => {
    await open.close()
    await tables.close()
  })
  const ranks = (found: readonly number[]) => found.toSorted((a, b) => a - b)

  it('loses no row in pages and exports', async () => {
    for (const sort of ['', '&sort=-id', '&sort=-rank']) {
      const { text } = await open.get(`/notes.csv?fields[notes]=rank${sort}`)
      expect(ranks(text.trim().split('\n').slice(1).map(Number))).toEqual(names)
      const found: number[] = []
      for (let page = 1; page <= 5; page++) {
        const { json } = await open.get(`/notes?page[size]=500&page[number]=${page}${sort}`)
        const { data } = json as { data: { attributes: { rank: number } }[] }
        found.push(...data.map(({ attributes }) => attributes.rank))
      }
      expect(ranks(found)).toEqual(names)
    }
  })

  it('pages by cursor, and says where it cannot', async () => {
    const found: number[] = []
    let after: string | null = ''
    while (after !== null) {
      const { json } = await open.get(`/notes?sort=rank&page[size]=500&page[after]=${after}`)
      const page = json as {
        data: { attributes: { rank: number } }[]
        meta: { page: { after: string | null } }
      }
      found.push(...page.data.map(({ attributes }) => attributes.rank))
      after = page.meta.page.after
    }
    expect(found).toEqual(names)
    const answer = await open.get('/notes?page[size]=10&page[after]=')
    expect([answer.status, readError(answer).detail]).toEqual([
      422,
      expect.stringContaining('ends at a record whose key is null'),
    ])
  })

  it('reads and writes the rows that have one', async () => {
    const body = { data: { attributes: { rank: 9999 } } }
    expect((await open.send('PUT', '/notes/k1', body)).status).toBe(200)
    expect((await open.send('DELETE', '/notes/k1')).status).toBe(204)
    expect((await open.get('/notes/count')).json).toEqual({ count: names.length - 1 })
  })
})
