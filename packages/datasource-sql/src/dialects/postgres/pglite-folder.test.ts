import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, DataSource } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { createPglite } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSqlDataSource } from '../../create-sql-data-source.js'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const call: Call = { timezone: 'UTC', now: new Date(0) }
const timedOut = {
  status: 504,
  code: 'timeout',
  message: 'The database took longer than its statement timeout allows.',
}

describe('a PGlite in a folder', () => {
  let root: string
  let folder: string
  let source: DataSource
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pglite-folder-'))
    folder = join(root, 'data')
    const database = await createPglite(folder)
    await database.exec(`
      create table people (id int primary key, name text unique);
      insert into people values (1, 'ann'), (2, 'bob');
      create view never as
        with recursive s(n) as (select 1 union all select (n + 1) % 1000 from s)
        select n as id from s where n < 0;
      create function slow() returns trigger language plpgsql as $$
        begin
          if new.name = 'slow' then perform id from never; end if;
          return new;
        end $$;
      create trigger slow before insert on people for each row execute function slow();
    `)
    await database.close()
    source = await createSqlDataSource(`pglite:${folder}`, {
      statementTimeoutMs: 2_000,
      pool: { acquireTimeoutMs: 60_000 },
      liveQueryConnections: 'main',
      liveQueryTimeoutMs: 1_000,
    })(
      () => {},
      async () => {},
    )
  })
  afterAll(async () => {
    await source?.close()
    expect(await readdir(root)).toEqual(['data'])
    await rm(root, { recursive: true, maxRetries: 5 })
  })

  const people = () => requireCollection(source, 'people')
  const names = async () => {
    const rows = await people().list(
      {
        select: { collection: 'people', columns: ['name'], joins: [] },
        orderBy: [{ field: 'id', ascending: true }],
      },
      call,
    )
    return rows.map(({ name }) => name)
  }

  it('runs statements one after another, and reports why one fails', async () => {
    expect(await Promise.all([names(), names(), names()])).toEqual(
      Array.from({ length: 3 }, () => ['ann', 'bob']),
    )
    const twice = people().create([{ id: 3, name: 'ann' }], call)
    await expect(twice).rejects.toMatchObject({ code: 'unique_violation' })
    expect(await names()).toEqual(['ann', 'bob'])
  })

  it('is shared by all that open it in this process, until the last closes it', async () => {
    const again = await createSqlDataSource(`pglite:${folder}`)(
      () => {},
      async () => {},
    )
    await expect(again.check()).resolves.toBeUndefined()
    await again.close()
    expect(await names()).toEqual(['ann', 'bob'])
  })

  it('ends statements at their time limit, and loses nothing that was saved', async () => {
    await people().create([{ id: 4, name: 'cid' }], call)
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    const [connection] = source.nativeConnections
    const query = { texts: ['select count(*) from never'], values: [] }
    await expect(connection!.query(query, call)).rejects.toMatchObject(timedOut)
    expect(ticks).toBeGreaterThan(2)
    expect(await names()).toEqual(['ann', 'bob', 'cid'])
    const slow = people().create(
      [
        { id: 5, name: 'dan' },
        { id: 6, name: 'slow' },
      ],
      call,
    )
    await expect(slow).rejects.toMatchObject(timedOut)
    clearInterval(ticking)
    expect(await names()).toEqual(['ann', 'bob', 'cid'])
  })
})
