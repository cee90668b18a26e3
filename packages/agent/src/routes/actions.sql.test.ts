import { createSqlDataSource } from '@service/datasource-sql'
import { createPglite } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const tables = `
create table customers (id integer primary key, name varchar(100), country varchar(2));
create table orders (
  id integer primary key,
  status varchar(20),
  customer_id integer references customers (id)
);
create table tags (code varchar(20) primary key);
create table order_tags (
  order_id integer references orders (id),
  tag_code varchar(20) references tags (code),
  primary key (order_id, tag_code)
);
insert into customers values (1, 'Ada', 'FR'), (2, 'Bob', 'US');
insert into orders select id, 'open', id % 2 + 1 from generate_series(1, 2500) id;
insert into tags values ('late');
insert into order_tags values (1, 'late'), (2, 'late'), (4, 'late');
`

let opened: OpenAgent | undefined

const customize = (agent: Agent) =>
  agent.customizeCollection('orders', orders =>
    orders
      .addAction('Close', {
        scope: 'Bulk',
        execute: async ({ collection, filter }, resultBuilder) =>
          resultBuilder.success(String(await collection.update(filter, { status: 'closed' }))),
      })
      .addAction('Count', {
        scope: 'Bulk',
        execute: async ({ getRecordIds }, resultBuilder) =>
          resultBuilder.success(String((await getRecordIds()).length)),
      }),
  )

beforeAll(async () => {
  const database = await createPglite()
  await database.exec(tables)
  opened = await openAgent(createSqlDataSource(database), { customize })
}, 60_000)
afterAll(() => opened?.close())

const all = { ids: [], all_records: true, all_records_ids_excluded: [] }
const french = '{"field":"customer:country","operator":"equal","value":"FR"}'

async function run(action: string, attributes: object): Promise<unknown> {
  const { json } = await opened!.send('POST', `/_actions/orders/${action}`, {
    data: { attributes: { values: {}, ...attributes } },
  })
  return (json as { success: string }).success
}

describe('actions over SQL', () => {
  it('count selections of more than one chunk', async () => {
    expect(await run('1/count', all)).toBe('2500')
    expect(await run('1/count', { ...all, all_records_ids_excluded: ['7', '8'] })).toBe('2498')
  })

  it('write what a filter through a relation selects', async () => {
    const subset = { all_records_subset_query: { filters: french } }
    expect(await run('0/close', { ...all, ...subset })).toBe('1250')
  })

  it('write what hangs on a parent, through a junction', async () => {
    const { json } = await opened!.get('/tags/late')
    const { relationships } = (json as { data: { relationships: object } }).data
    const parent = {
      parent_collection_name: 'tags',
      parent_collection_id: 'late',
      parent_association_name: Object.keys(relationships).find(name => name !== 'order_tags'),
    }
    expect(await run('0/close', { ...all, ...parent })).toBe('3')
  })

  it('stay within scopes of relations that the filter goes through', async () => {
    opened!.service.setScope(1, 'customers', { field: 'name', operator: 'equal', value: 'Bob' })
    const named = '{"field":"customer:name","operator":"present"}'
    const subset = { all_records_subset_query: { filters: named } }
    expect(await run('1/count', { ...all, ...subset })).toBe('1250')
    expect(await run('1/count', { ...all, all_records_subset_query: { filters: french } })).toBe(
      '0',
    )
    opened!.service.setScope(1, 'customers', null)
  })
})
