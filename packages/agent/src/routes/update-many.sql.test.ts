import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactJson, stringifyExactJson } from '@service/base'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { BulkUpdateAttributes, BulkUpdateMeta, BulkUpdateResult } from '@service/protocol'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { spiedSource } from '../testing/spied-source.js'

const tables = `
create table customers (id integer primary key, name varchar(100) not null, country varchar(2));
create table orders (
  id integer primary key,
  reference varchar(20) unique,
  total integer check (total < 1000),
  details json,
  customer_id integer references customers (id)
);
create table stock (shop varchar(10), sku varchar(10), quantity integer, primary key (shop, sku));
create view totals as select id, total from orders;
create view sums as select id, total from orders;
`
const records = `
delete from orders;
delete from customers;
delete from stock;
insert into customers values (1, 'Ada', 'FR'), (2, 'Bob', 'US');
insert into orders values
  (1, 'O-1', 10, '{"n": 12345678901234567890}', 1), (2, 'O-2', 20, null, 1),
  (3, 'O-3', 30, '[]', 2), (4, 'O-4', null, 'null', null);
insert into stock values ('a', 'pen', 1), ('a', 'cup', 2), ('b', 'pen', 3);
`

const everyRecord = { all_records: true, all_records_ids_excluded: [] }
const ofAda = { field: 'customer:name', operator: 'equal', value: 'Ada' }

interface Source {
  readonly factory: DataSourceFactory
  /** Restores the records. */
  reset(): Promise<unknown>
  close(): Promise<void>
}

const sources: Readonly<Record<string, () => Promise<Source>>> = {
  async pglite() {
    const database = await createPglite()
    await database.exec(tables)
    return {
      factory: createSqlDataSource(database),
      reset: () => database.exec(records),
      close: async () => {},
    }
  },
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'agent-bulk-'))
    const path = join(folder, 'shop.sqlite')
    const database = new Database(path)
    database.exec(tables)
    return {
      factory: createSqlDataSource(`sqlite://${path}`),
      reset: async () => database.exec(records),
      close() {
        database.close()
        return rm(folder, { recursive: true })
      },
    }
  },
}

describe.each(Object.keys(sources))('PUT /:collection over %s', name => {
  const asked: string[] = []
  let open: OpenAgent
  let source: Source

  beforeAll(async () => {
    source = await sources[name]!()
    open = await openAgent(spiedSource(source.factory, asked), {
      customize: agent =>
        agent
          .customizeCollection('orders', orders =>
            orders.importField('customerName', { path: 'customer:name' }),
          )
          .customizeCollection('sums', sums =>
            sums.overrideUpdate(async ({ dataSource, filter, patch }) => {
              await dataSource.getCollection('orders').update(filter, { total: patch.total })
            }),
          ),
    })
  }, 60_000)
  beforeEach(async () => {
    await source.reset()
    asked.length = 0
  })
  afterAll(async () => {
    await open.close()
    await source.close()
  })

  const put = (attributes: BulkUpdateAttributes, meta?: BulkUpdateMeta, path = '/orders') =>
    open.send('PUT', path, { data: { attributes, meta } })
  const readText = async (path = '/orders') => (await open.get(path)).text
  const readTotals = async () => {
    const { json } = await open.get('/orders?fields[orders]=total&sort=id')
    return (json as { data: { attributes: { total: unknown } }[] }).data.map(
      ({ attributes }) => attributes.total,
    )
  }

  it.each<[string, Omit<BulkUpdateAttributes, 'values'>, readonly unknown[]]>([
    ['ids', { ids: ['1', '3'] }, [7, 20, 7, null]],
    ['all records', everyRecord, [7, 7, 7, 7]],
    ['all but some', { all_records: true, all_records_ids_excluded: ['1', '4'] }, [10, 7, 7, null]],
  ])('writes %s in one statement', async (_, selection, totals) => {
    const changed = totals.filter(total => total === 7).length
    const { json } = await put({ ...selection, values: { total: 7 } })
    expect(json).toEqual({ count: changed })
    expect(asked).toEqual(['update orders'])
    expect(await readTotals()).toEqual(totals)
  })

  it('reads the keys first when the filter uses a relation', async () => {
    const subset = { filters: JSON.stringify(ofAda) }
    const selection = { ...everyRecord, all_records_subset_query: subset }
    expect((await put({ ...selection, values: { total: 7 } })).json).toEqual({ count: 2 })
    expect(asked).toEqual(['list orders', 'update orders'])
    expect(await readTotals()).toEqual([7, 7, 30, null])
  })

  it('shows a dry run with one read, and writes nothing', async () => {
    const before = await readText()
    asked.length = 0
    const { json } = await put({ ...everyRecord, values: { total: 7 } }, { dryRun: true })
    expect(asked).toEqual(['list orders'])
    expect(json).toMatchObject({
      count: 4,
      samples: [10, 20, 30, null].map((total, index) => ({
        id: String(index + 1),
        before: { total },
        after: { total: 7 },
      })),
    })
    expect(await readText()).toBe(before)
  })

  it('returns values that restore identical records, with all digits', async () => {
    const before = await readText()
    expect(before).toContain('12345678901234567890')
    asked.length = 0
    const written = { total: 7, details: { a: 1 }, customer: { type: 'customers', id: '2' } }
    const changed = await put({ ...everyRecord, values: written }, { returnPrevious: true })
    expect(asked).toEqual(['list orders', 'update orders'])
    expect(await readText()).not.toBe(before)
    expect(changed.text).toContain('{"n":12345678901234567890}')
    const { previous = [] } = parseExactJson(changed.text) as BulkUpdateResult
    for (const { id, values } of previous) {
      const body = stringifyExactJson({ data: { attributes: { ids: [id], values } } })
      const restored = await open.send('PUT', '/orders', body, {
        'content-type': 'application/json',
      })
      expect(restored.json).toEqual({ count: 1 })
    }
    expect(await readText()).toBe(before)
  })

  it('writes within the scope only', async () => {
    open.service.setScope(1, 'orders', { field: 'total', operator: 'less_than', value: 25 })
    const { json } = await put({ ...everyRecord, values: { total: 7 } })
    expect(json).toEqual({ count: 2 })
    open.service.setScope(1, 'orders', null)
    expect(await readTotals()).toEqual([7, 7, 30, null])
  })

  it('writes nothing when the database refuses one record', async () => {
    const before = await readText()
    const repeated = await put({ ids: ['1', '2'], values: { reference: 'same' } })
    expect(repeated.status).toBeGreaterThanOrEqual(400)
    expect(repeated.status).toBeLessThan(500)
    expect((await put({ ...everyRecord, values: { total: 1000 } })).status).toBe(400)
    expect(await readText()).toBe(before)
  })

  it('reports a related record that does not exist', async () => {
    const values = { customer: { type: 'customers', id: '99' } }
    for (const meta of [{}, { dryRun: true }]) {
      expect((await put({ ids: ['1'], values }, meta)).status).toBe(404)
    }
  })

  it('writes by composite keys', async () => {
    const { json } = await put(
      { ids: ['a|pen', 'b|pen'], values: { quantity: 9 } },
      { returnPrevious: true },
      '/stock',
    )
    expect(json).toEqual({
      count: 2,
      previous: [
        { id: 'a|pen', values: { quantity: 1 } },
        { id: 'b|pen', values: { quantity: 3 } },
      ],
    })
  })

  it('writes imported fields to the related records', async () => {
    const { json } = await put(
      { ids: ['1', '2'], values: { customerName: 'Ada B.' } },
      { returnPrevious: true },
    )
    expect(json).toEqual({
      count: 2,
      previous: [
        { id: '1', values: { customerName: 'Ada' } },
        { id: '2', values: { customerName: 'Ada' } },
      ],
    })
    expect(await readText('/customers/1')).toContain('"Ada B."')
  })

  it('writes a view with an override, but cannot return what an unproven key identifies', async () => {
    const selection = { ids: ['1', '2'], values: { total: 7 } }
    const refused = await put(selection, { returnPrevious: true }, '/sums')
    expect(readError(refused)).toMatchObject({ status: 422, code: 'key_not_proven' })
    expect(await readTotals()).toEqual([10, 20, 30, null])
    expect((await put(selection, { dryRun: true }, '/sums')).json).toMatchObject({
      count: 2,
      samples: [
        { id: '1', before: { total: 10 } },
        { id: '2', before: { total: 20 } },
      ],
    })
    expect((await put(selection, {}, '/sums')).json).toEqual({ count: 2 })
    expect(await readTotals()).toEqual([7, 7, 30, null])
  })

  it('refuses collections that cannot be written', async () => {
    const answer = await put({ ...everyRecord, values: { total: 1 } }, {}, '/totals')
    expect(readError(answer).status).toBe(422)
  })
})
