import type { Call } from '@service/datasource-toolkit'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parseAddress } from '../../address.js'
import { type SqlCollection, sqlCollections } from '../../collection.js'
import { createStatementCache } from '../../compile/statement-cache.js'
import { describeCollections } from '../../introspect/describe-collections.js'
import { introspect } from '../../introspect/introspect.js'
import type { SqlSource } from '../../source.js'
import { create } from '../../write.js'
import { mysqlDialect } from './dialect.js'
import { openMysql } from './open.js'

const url = inject('mariadbUrl')
const call: Call = { timezone: 'UTC', now: new Date() }

/** MySQL has no returning clause; the test runs MySQL's statements on MariaDB. */
describe.skipIf(!url)('inserts without a returning clause', () => {
  let source: SqlSource
  beforeAll(async () => {
    const name = `sql_reread_${process.pid}`
    const admin = await createConnection(url as string)
    await admin.query(`create database ${name}`)
    await admin.query(`use ${name}`)
    await admin.query(
      "create table numbered (id bigint auto_increment primary key, name varchar(20) unique, kind varchar(20) default 'plain')",
    )
    await admin.query(
      'create table pairs (a int, b varchar(20), c int default 7, primary key (a, b))',
    )
    await admin.end()
    const address = new URL(url as string)
    address.pathname = name
    const { database } = await openMysql(parseAddress(address.href), {})
    const tables = await introspect(database, {}, () => {})
    source = {
      database,
      dialect: mysqlDialect(false),
      collections: sqlCollections(describeCollections(tables, { dialect: 'mysql' }, () => {})),
      statements: createStatementCache({ prepare: true }),
      guardedDates: new WeakSet(),
    }
  })
  afterAll(() => source?.database.close())

  const named = (name: string) => source.collections.get(name) as SqlCollection

  it('answer generated keys and defaults, in the order given', async () => {
    const rows = await create(
      source,
      named('numbered'),
      [{ name: 'a' }, { name: 'b', kind: 'odd' }, {}, { name: 'd' }],
      call,
    )
    expect(rows.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'plain'],
      ['b', 'odd'],
      [null, 'plain'],
      ['d', 'plain'],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
  })

  it('answer rows with keys of several columns', async () => {
    expect(await create(source, named('pairs'), [{ a: 1, b: 'x' }], call)).toEqual([
      { a: 1, b: 'x', c: 7 },
    ])
  })

  it('leave nothing behind when one of them fails', async () => {
    const rows = [{ name: 'e' }, { name: 'a' }]
    await expect(create(source, named('numbered'), rows, call)).rejects.toMatchObject({
      code: 'unique_violation',
    })
    expect(await create(source, named('numbered'), [{ name: 'e' }], call)).toHaveLength(1)
  })
})
