import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

/** Lines store as text what products store as numbers; SQLite compares both. */
const tables = `
create table products (shop integer, number integer, name text, primary key (shop, number));
create table lines (
  id integer primary key,
  shop text,
  number text,
  foreign key (shop, number) references products (shop, number)
);
insert into products values (1, 1, 'axe'), (1, 2, 'bow'), (2, 1, 'cap');
insert into lines values (1, '2', '1'), (2, '1', '1'), (3, '1', null), (4, null, '1');
`

/** The same data source, with relations joined in memory. */
const withoutJoins =
  (factory: DataSourceFactory): DataSourceFactory =>
  async (...args) => {
    const source = await factory(...args)
    const { collections, nativeConnections } = source
    return {
      collections,
      nativeConnections,
      capabilities: { ...source.capabilities, joins: false },
      check: () => source.check(),
      close: () => source.close(),
    }
  }

describe.each([
  ['by the database', (factory: DataSourceFactory) => factory],
  ['in memory', withoutJoins],
])('a composite key of two column types, joined %s', (_name, adapt) => {
  let folder: string
  let open: OpenAgent
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'composite-keys-'))
    const file = join(folder, 'shop.db')
    const database = new Database(file)
    database.exec(tables)
    database.close()
    open = await openAgent(adapt(createSqlDataSource(`sqlite://${file}`)))
  })
  afterAll(async () => {
    await open.close()
    await rm(folder, { recursive: true })
  })

  const exported = async (query: string) => {
    const path = `/lines.csv?fields[lines]=id,product&fields[product]=name&sort=id${query}`
    return (await open.get(path)).text.trim().split('\n').slice(1)
  }

  it('leads to the records that its parts name', async () => {
    expect(await exported('')).toEqual(['1,cap', '2,axe', '3,', '4,'])
  })

  it('is filtered by', async () => {
    const filters = '{"field":"product:name","operator":"equal","value":"cap"}'
    expect(await exported(`&filters=${encodeURIComponent(filters)}`)).toEqual(['1,cap'])
  })
})
