import type { PGlite } from '@electric-sql/pglite'
import type { DataSource } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { createPglite } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const call = { timezone: 'Europe/Paris', now: new Date(0) }

describe('a chart of dates near the limits in the session of a PGlite', () => {
  let pglite: PGlite
  let source: DataSource

  beforeAll(async () => {
    pglite = await createPglite()
    await pglite.exec(`
      create table events (id int primary key, at timestamptz);
      insert into events values (1, '2024-01-15'), (2, '4714-11-24 00:00+00 BC')`)
    source = await createSqlDataSource(pglite)(
      () => {},
      async () => {},
    )
  }, 60_000)
  afterAll(async () => {
    await source?.close()
    await pglite?.close()
  })

  it('leaves a transaction open that others began there', async () => {
    await pglite.exec('begin; delete from events where id = 1')
    const groups = await requireCollection(source, 'events').aggregate(
      {
        select: { collection: 'events', columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field: 'at', operation: 'Month' }] },
      },
      call,
    )
    expect(groups).toEqual([{ value: 1, group: { at: null } }])
    await pglite.exec('commit')
    const { rows } = await pglite.query('select id from events')
    expect(rows).toEqual([{ id: 2 }])
  })
})
