import { openSqlDatabase, type SqlDatabase, sql } from '@service/datasource-sql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditTable } from './audit-table.js'
import { dialects } from './columns.js'
import type { Cells, WriteEntries } from './entry-statements.js'
import { writeByLists } from './write-by-lists.js'

const postgresUrl = inject('postgresUrl')
const name = `audit_lists_${process.pid}`

const nothing = { inserted: [], finished: [], changed: [], removed: [] }
const instant = '2026-01-31T12:00:00.000Z'
const newEntry = (recordId: string): Cells => [
  ...[instant, 'update', 'orders', recordId, 1, 'Ada', null, null, null, 'key'],
  ...['{"total":1}', '{"total":2}', 'pending'],
]

describe.skipIf(!postgresUrl)('entries written as lists', () => {
  let database: SqlDatabase
  let write: WriteEntries

  beforeAll(async () => {
    // With one connection, what is asked about it is asked on it.
    database = await openSqlDatabase(postgresUrl as string, { pool: { max: 1 } })
    await auditTable(database, dialects.postgres!, [name]).make()
    write = writeByLists(database, sql.id(name))
  })

  afterAll(async () => {
    await database?.write(sql`drop table ${sql.id(name)}`)
    await database?.close()
  })

  it('begin, end in each way and are removed by one statement', async () => {
    const [kept, changed, removed] = await write({
      ...nothing,
      inserted: ['1', '2', '3'].map(newEntry),
    })
    const [added] = await write({
      inserted: [newEntry('4')],
      finished: [kept!],
      changed: [[changed!, 'action_failed', '2b', '{}', '{"total":"\\u0000"}', 'done']],
      removed: [removed!],
    })
    const { rows } = await database.read(
      sql`select id, operation, record_id, new_values::text, status from ${sql.id(name)} order by id`,
    )
    expect(rows.map(row => (row as Cells).map(String))).toEqual([
      [String(kept), 'update', '1', '{"total":2}', 'done'],
      [String(changed), 'action_failed', '2b', '{"total":"\\u0000"}', 'done'],
      [String(added), 'update', '4', '{"total":2}', 'pending'],
    ])
  })

  it('changes nothing when one of them is rejected', async () => {
    const [id] = await write({ ...nothing, inserted: [newEntry('5')] })
    const wrong = newEntry('6').with(-2, '{')
    await expect(
      write({ ...nothing, inserted: [newEntry('7'), wrong], finished: [id!] }),
    ).rejects.toThrow()
    const { rows } = await database.read(
      sql`select status from ${sql.id(name)} where record_id in ('5', '7')`,
    )
    expect(rows).toEqual([['pending']])
  })

  it('is planned once, however many there are', async () => {
    // In a small table, one row costs as much as ten.
    await database.write(
      sql`insert into ${sql.id(name)} (timestamp, operation, collection, status)
        select now(), 'update', 'orders', 'done' from generate_series(1, 20000)`,
    )
    const writeLater = writeByLists(database, sql.id(name))
    for (let count = 1; count <= 20; count++) {
      const inserted = Array.from({ length: count % 7 }, (_, index) => newEntry(`n${index}`))
      await writeLater({ ...nothing, inserted, finished: [count] })
    }
    const { rows } = await database.read(
      sql`select custom_plans from pg_prepared_statements where statement like ${`%${name}%`}
        order by prepare_time desc limit 1`,
    )
    // PostgreSQL compares five plans made for their values with one that is made for any.
    expect(rows.map(row => Number((row as Cells)[0]))).toEqual([5])
  })
})
