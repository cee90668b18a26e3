import type { DataSource } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { createMariaDbDatabase, startMariaDb } from '@service/test-support'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { call, describeFaults, listAll, open } from '../../testing/describe-faults.js'

const url = inject('mariadbUrl')

// 'one' and 'ONE ' are one value to the collation of the table.
const statements = [
  'create table parents (id int primary key, code varchar(5) not null, age tinyint check (age > 0), email varchar(20) unique) collate utf8mb4_general_ci',
  'create view slow as select 1 as id, sleep(30) as nap',
  "insert into parents values (1, 'one', 1, 'a@b'), (2, 'two', 2, null), (3, 'ONE ', 3, null), (4, 'Été', 4, null)",
  // Last: a new table writes the rows before it to the disk, where a kill leaves them.
  'create table children (id int auto_increment primary key, parent_id int, foreign key (parent_id) references parents (id))',
]

async function createDatabase(base: string, name: string): Promise<string> {
  const { url: address, client } = await createMariaDbDatabase(base, name, statements)
  await client.end()
  return address
}

describeFaults({
  name: 'MariaDB',
  url,
  start: startMariaDb,
  createDatabase,
  async watch(address) {
    const connection = await createConnection(address)
    return {
      async countNaps() {
        const [rows] = await connection.query<RowDataPacket[]>(
          "select count(*) as n from information_schema.processlist where info like '%`nap`%' and id <> connection_id()",
        )
        return Number(rows[0]?.n)
      },
      close: () => connection.end(),
    }
  },
  details: {
    unique_violation: { constraint: expect.stringMatching(/^(PRIMARY|email)$/) },
    value_too_long: { columns: ['code'] },
    value_out_of_range: { columns: ['age'] },
  },
})

describe.skipIf(!url)('MariaDB', () => {
  let address: string
  let source: DataSource
  beforeAll(async () => {
    address = await createDatabase(url as string, `sql_text_${process.pid}`)
    source = await open(address, {
      liveQueryConnections: 'main',
      liveQueryMaxRows: 3,
      liveQueryTimeoutMs: 1_500,
    })
  })
  afterAll(() => source?.close())

  it('finds text exactly, under a collation that ignores case, accents and final spaces', async () => {
    const found = (operator: 'Equal' | 'In' | 'NotEqual', value: unknown) =>
      requireCollection(source, 'parents').list(
        {
          select: { collection: 'parents', columns: ['id'], joins: [] },
          where: { field: 'code', operator, value },
          orderBy: [{ field: 'id', ascending: true }],
        },
        call,
      )
    expect(await found('Equal', 'one')).toEqual([{ id: 1 }])
    expect(await found('Equal', 'ONE')).toEqual([])
    expect(await found('Equal', 'ete')).toEqual([])
    expect(await found('In', ['ONE ', 'Été'])).toEqual([{ id: 3 }, { id: 4 }])
    expect(await found('NotEqual', 'one')).toHaveLength(3)
  })

  it('groups text exactly', async () => {
    const groups = await requireCollection(source, 'parents').aggregate(
      {
        select: { collection: 'parents', columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field: 'code' }] },
      },
      call,
    )
    expect(groups).toHaveLength(4)
  })

  it('runs native queries that read, within their limits', async () => {
    const [connection] = source.nativeConnections
    const run = (texts: string[], values: unknown[] = []) =>
      connection?.query({ texts, values }, call)
    expect(await run(['select id from parents where id = ', ''], [2])).toEqual([{ id: 2 }])
    await expect(run(['delete from parents'])).rejects.toMatchObject({ status: 422 })
    await expect(run(['select * from parents'])).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('3'),
    })
    await expect(run(['select sleep(10)'])).rejects.toMatchObject({ status: 504 })
    await expect(run(['select 1; select 2'])).rejects.toMatchObject({ status: 422 })
    await expect(run(['selec 1'])).rejects.toMatchObject({ status: 422 })
    expect(await listAll(requireCollection(source, 'parents'), ['id'])).toHaveLength(4)
  })

  it('estimates the number of rows from statistics', async () => {
    const connection = await createConnection(address)
    await connection.query('analyze table parents')
    await connection.end()
    expect(await requireCollection(source, 'parents').estimateCount?.(call)).toBe(4)
  })
})
