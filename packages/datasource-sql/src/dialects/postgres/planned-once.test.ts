import type { PGlite } from '@electric-sql/pglite'
import type { CollectionSource, DataSource, Scan } from '@service/datasource-toolkit'
import { createPglite } from '@service/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const call = { timezone: 'UTC', now: new Date() }
const late: Scan = {
  select: { collection: 'orders', columns: ['id'], joins: [] },
  where: { field: 'status', operator: 'Equal', value: 'late' },
  orderBy: [{ field: 'id', ascending: false }],
  page: { skip: 0, limit: 3 },
}

describe('a frequent list on PostgreSQL', () => {
  let pglite: PGlite
  let source: DataSource
  let orders: CollectionSource

  beforeAll(async () => {
    pglite = await createPglite()
    await pglite.exec(`
      create table orders (id int primary key, status text not null);
      insert into orders select i, case when i % 50 = 0 then 'late' else 'done' end
        from generate_series(1, 5000) i;
      analyze orders`)
    source = await createSqlDataSource(pglite)(
      () => {},
      async () => {},
    )
    orders = source.collections.find(({ name }) => name === 'orders')!
  }, 60_000)
  afterAll(async () => {
    await source?.close()
    await pglite?.close()
  })

  afterEach(() => void vi.restoreAllMocks())

  it('is planned once, and returns the same as before', async () => {
    // A fake clock, so that runs take no time even on a busy machine.
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const answers = new Set<string>()
    for (let i = 0; i < 40; i++) answers.add(JSON.stringify(await orders.list(late, call)))
    expect([...answers]).toEqual(['[{"id":5000},{"id":4950},{"id":4900}]'])
    const { rows } = await pglite.query<{ statement: string; plans: number }>(`
      select statement, generic_plans::int as plans from pg_prepared_statements
      where statement like 'select%"orders"%' order by statement`)
    const [shared, own] = rows
    expect(shared).toEqual({ statement: expect.stringMatching(/limit \$2$/), plans: 0 })
    expect(own?.statement).toMatch(/limit 3$/)
    expect(own?.plans).toBeGreaterThan(0)
    expect(rows).toHaveLength(2)
  })

  it('shows what was written meanwhile', async () => {
    await orders.create([{ id: 5001, status: 'late' }], call)
    expect(await orders.list(late, call)).toEqual([{ id: 5001 }, { id: 5000 }, { id: 4950 }])
  })
})
