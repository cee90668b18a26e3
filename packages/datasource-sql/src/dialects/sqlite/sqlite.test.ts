import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, DataSource } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

const call: Call = { timezone: 'Europe/Paris', now: new Date('2024-01-01T00:00:00.000Z') }

describe('SQLite', () => {
  let folder: string
  let source: DataSource
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
    const path = join(folder, 'data.db')
    const database = new Libsql(path)
    database.exec(`
      create table people (
        id integer primary key, name text not null unique collate nocase, age integer check (age > 0),
        born datetime
      );
      create table pets (id integer primary key, owner_id integer references people (id));
      create table things (id integer primary key, anything);
      create view seen as select id, anything from things;
      insert into things values (1, 'a'), (2, 1), (3, x'61'), (4, x'00');
      insert into people values
        (1, 'ann', 1, '2024-01-31 23:30:00'), (2, 'Bob', 2, '2024-01-31T23:30:00.500Z'),
        (3, 'cid', 3, 1706743800250), (4, 'dan', 4, '2024-02-01T00:30:00+01:00');
    `)
    database.close()
    source = await createSqlDataSource(`sqlite:${path}`, {
      liveQueryConnections: 'main',
      liveQueryMaxRows: 2,
    })(
      () => {},
      async () => {},
    )
  })
  afterAll(async () => {
    await source.close()
    await rm(folder, { recursive: true })
  })

  const people = () => requireCollection(source, 'people')
  const ids = async (field: string, operator: 'Equal' | 'LessThan', value: unknown) => {
    const rows = await people().list(
      {
        select: { collection: 'people', columns: ['id'], joins: [] },
        where: { field, operator, value },
        orderBy: [{ field: 'id', ascending: true }],
      },
      call,
    )
    return rows.map(row => row.id)
  }

  it('reads dates kept as text in several forms and as milliseconds', async () => {
    const rows = await people().list(
      {
        select: { collection: 'people', columns: ['born'], joins: [] },
        orderBy: [
          { field: 'born', ascending: true },
          { field: 'id', ascending: true },
        ],
      },
      call,
    )
    expect(rows.map(row => row.born)).toEqual([
      '2024-01-31T23:30:00.000Z',
      '2024-01-31T23:30:00.000Z',
      '2024-01-31T23:30:00.250Z',
      '2024-01-31T23:30:00.500Z',
    ])
  })

  it('compares and groups such dates as instants', async () => {
    expect(await ids('born', 'LessThan', '2024-01-31T23:30:00.300Z')).toEqual([1, 3, 4])
    const groups = await people().aggregate(
      {
        select: { collection: 'people', columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field: 'born', operation: 'Month' }] },
      },
      call,
    )
    expect(groups).toEqual([{ value: 4, group: { born: '2024-02-01' } }])
  })

  it('finds text exactly in a column that ignores case', async () => {
    expect(await ids('name', 'Equal', 'bob')).toEqual([])
    expect(await ids('name', 'Equal', 'Bob')).toEqual([2])
  })

  it('finds values of every type in a column of a view that has none', async () => {
    const find = async (value: string) => {
      const rows = await requireCollection(source, 'seen').list(
        {
          select: { collection: 'seen', columns: ['id'], joins: [] },
          where: { field: 'anything', operator: 'Equal', value: Buffer.from(value) },
          orderBy: [{ field: 'id', ascending: true }],
        },
        call,
      )
      return rows.map(({ id }) => id)
    }
    expect(await find('a')).toEqual([1, 3])
    expect(await find('1')).toEqual([2])
    expect(await find('\0')).toEqual([4])
  })

  it('names the column and the rule a write breaks', async () => {
    const pets = requireCollection(source, 'pets')
    await expect(people().create([{ name: 'ann' }], call)).rejects.toMatchObject({
      code: 'unique_violation',
      data: { columns: ['name'] },
    })
    await expect(people().create([{ age: 5 }], call)).rejects.toMatchObject({
      code: 'not_null_violation',
      data: { columns: ['name'] },
    })
    await expect(people().create([{ name: 'eve', age: 0 }], call)).rejects.toMatchObject({
      code: 'check_violation',
    })
    await expect(pets.create([{ owner_id: 99 }], call)).rejects.toMatchObject({
      code: 'foreign_key_violation',
    })
  })

  it('keeps what runs beside a transaction out of it', async () => {
    const rows = Array.from({ length: 5 }, (_, index) =>
      index % 2 ? { name: `beside ${index}` } : { name: `beside ${index}`, age: 7 },
    )
    const failing = people().create([...rows, { name: 'ann' }], call)
    const beside = people().update({ field: 'id', operator: 'Equal', value: 1 }, { age: 50 }, call)
    await expect(failing).rejects.toMatchObject({ code: 'unique_violation' })
    expect(await beside).toBe(1)
    expect(await ids('age', 'Equal', 50)).toEqual([1])
    expect(await ids('age', 'Equal', 7)).toEqual([])
  })

  it('runs native queries that read, within their limits', async () => {
    const [connection] = source.nativeConnections
    const run = (texts: string[], values: unknown[] = []) =>
      connection?.query({ texts, values }, call)
    expect(await run(['select name from people where id = ', ''], [2])).toEqual([{ name: 'Bob' }])
    for (const text of ['delete from people', 'drop table people']) {
      await expect(run([text])).rejects.toMatchObject({ status: 422 })
    }
    await expect(run(['select * from people'])).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('more than 2 rows'),
    })
    for (const text of ['select 1; select 2', "select ';' ; -- end\n select 2"]) {
      await expect(run([text])).rejects.toMatchObject({ status: 422 })
    }
    expect(await run(["select ';' as x; -- end"])).toEqual([{ x: ';' }])
    expect(await run(['select ', ' as flag'], [true])).toEqual([{ flag: 1 }])
    await expect(run(['selec 1'])).rejects.toMatchObject({ status: 422 })
  })

  it('rejects a statement whose signal is already aborted', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(
      people().list(
        { select: { collection: 'people', columns: ['id'], joins: [] }, orderBy: [] },
        { ...call, signal },
      ),
    ).rejects.toThrow('gone')
  })
})
