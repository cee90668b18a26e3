import type { CollectionSource, Scan } from '@service/datasource-toolkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const url = inject('postgresUrl')
const name = `sql_planned_${process.pid}`
const call = { timezone: 'UTC', now: new Date() }

describe.skipIf(!url)('a frequent list on a PostgreSQL server', () => {
  let admin: pg.Client
  let orders: CollectionSource
  let close: () => Promise<void>

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const address = new URL(url as string)
    address.pathname = name
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    await client.query(`
      create table orders (id int primary key, status text not null);
      insert into orders select i, case when i % 50 = 0 then 'late' else 'done' end
        from generate_series(1, 5000) i;
      analyze orders;
      create view prepared as select statement, generic_plans::int from pg_prepared_statements`)
    await client.end()
    // On one connection: what it has prepared can be looked at through it.
    const source = await createSqlDataSource(address.href, { pool: { max: 1 } })(
      () => {},
      async () => {},
    )
    orders = source.collections.find(collection => collection.name === 'orders')!
    const prepared = source.collections.find(collection => collection.name === 'prepared')!
    plans = async () => {
      const columns = ['statement', 'generic_plans']
      const rows = await prepared.list(
        { select: { collection: 'prepared', columns, joins: [] }, orderBy: [] },
        call,
      )
      return rows.filter(({ statement }) => String(statement).includes('"orders"'))
    }
    close = () => source.close()
  })
  afterAll(async () => {
    await close?.()
    await admin?.query(`drop database if exists ${name}`)
    await admin?.end()
  })

  let plans: () => Promise<readonly object[]>

  const late: Scan = {
    select: { collection: 'orders', columns: ['id'], joins: [] },
    where: { field: 'status', operator: 'Equal', value: 'late' },
    orderBy: [{ field: 'id', ascending: false }],
    page: { skip: 0, limit: 3 },
  }

  it('is planned once, and answers the same as before', async () => {
    const answers = new Set<string>()
    for (let i = 0; i < 40; i++) answers.add(JSON.stringify(await orders.list(late, call)))
    expect([...answers]).toEqual(['[{"id":5000},{"id":4950},{"id":4900}]'])
    expect(await plans()).toEqual(
      expect.arrayContaining([
        { statement: expect.stringMatching(/limit \$2$/), generic_plans: 0 },
        {
          statement: expect.stringMatching(/limit 3$/),
          generic_plans: expect.toSatisfy(count => count > 0),
        },
      ]),
    )
  })

  it('shows what was written meanwhile', async () => {
    await orders.create([{ id: 5001, status: 'late' }], call)
    expect(await orders.list(late, call)).toEqual([{ id: 5001 }, { id: 5000 }, { id: 4950 }])
  })
})
