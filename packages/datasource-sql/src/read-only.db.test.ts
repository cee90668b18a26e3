import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database, Statement } from './database.js'
import { openDatabase } from './open-database.js'

const folder = await mkdtemp(join(tmpdir(), 'read-only-'))
const databases = [
  { name: 'PostgreSQL', url: inject('postgresUrl') },
  { name: 'MariaDB', url: inject('mariadbUrl') },
  { name: 'SQLite', url: `sqlite:${join(folder, 'a file? of 100%.db').replace('%', '%25')}` },
]

afterAll(() => rm(folder, { recursive: true }))

const statement = (text: string): Statement => ({ text, values: [] })
const table = 'read_only_rows'

describe.each(databases)('a connection to $name that only reads', ({ url }) => {
  let writer: Database
  let reader: Database

  beforeAll(async () => {
    if (!url) return
    writer = (await openDatabase(url, {})).database
    await writer.write(statement(`create table ${table} (id integer primary key)`))
    await writer.write(statement(`insert into ${table} values (1), (2), (3)`))
    reader = (await openDatabase(url, { readOnly: true })).database
  })
  afterAll(async () => {
    await reader?.close()
    await writer?.write(statement(`drop table ${table}`))
    await writer?.close()
  })

  it.skipIf(!url)('reads lists and exports', async () => {
    const query = statement(`select id from ${table} order by id`)
    expect((await reader.read(query)).rows.map(cells => Number((cells as [unknown])[0]))).toEqual([
      1, 2, 3,
    ])
    const sizes = []
    for await (const rows of reader.readChunks(query, 2)) sizes.push(rows.length)
    expect(sizes).toEqual([2, 1])
  })

  it
    .skipIf(!url)
    .each([
      `insert into ${table} values (4)`,
      `update ${table} set id = 9`,
      `delete from ${table}`,
      `drop table ${table}`,
      'create table read_only_other (id integer)',
    ])('has %s refused by the database', async text => {
    await expect(reader.write(statement(text))).rejects.toThrow()
    await expect(reader.transaction(session => session.run(statement(text)))).rejects.toThrow()
    const { rows } = await writer.read(statement(`select count(*) from ${table}`))
    expect(Number((rows[0] as [unknown])[0])).toBe(3)
  })
})
