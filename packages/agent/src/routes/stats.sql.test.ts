import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { createPglite } from '@service/test-support'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const instants = [
  '2024-03-30T22:59:59Z',
  '2024-03-30T23:30:00Z',
  '2024-03-31T00:59:59Z',
  '2024-03-31T01:00:00Z',
  '2024-03-31T21:59:59Z',
  '2024-03-31T22:00:00Z',
  '2024-10-26T22:30:00Z',
  '2024-10-27T00:30:00Z',
  '2024-10-27T01:30:00Z',
  '2024-10-27T22:59:59Z',
  '2024-10-27T23:00:00Z',
  '2024-11-03T05:30:00Z',
  '2024-11-03T06:30:00Z',
]
const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']

const setUp = (dateType: string) => `
  create table customers (id integer primary key, name varchar(100));
  create table orders (
    id integer primary key, placed_at ${dateType}, total integer,
    customer_id integer references customers (id)
  );
  create table tags (id integer primary key, label varchar(100));
  create table order_tags (
    order_id integer references orders (id), tag_id integer references tags (id),
    primary key (order_id, tag_id)
  );
  insert into customers values (1, 'Ada'), (2, 'Bob');
  insert into orders values
    ${instants.map((at, index) => `(${index + 1}, '${at}', ${index + 1}, ${(index % 2) + 1})`).join(',')};
  insert into tags values (1, 'new'), (2, 'vip');
  insert into order_tags values (1, 1), (2, 1), (3, 1), (3, 2);
`

interface Source {
  readonly factory: DataSourceFactory
  close(): Promise<void>
}

const sources: Readonly<Record<string, () => Promise<Source>>> = {
  async pglite() {
    const database = await createPglite()
    await database.exec(setUp('timestamptz'))
    return { factory: createSqlDataSource(database), close: () => database.close() }
  },
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'stats-'))
    const path = join(folder, 'shop.db')
    const database = new Database(path)
    database.exec(setUp('datetime'))
    database.close()
    return {
      factory: createSqlDataSource(`sqlite:${path}`),
      close: () => rm(folder, { recursive: true }),
    }
  },
}

describe.each(Object.keys(sources))('charts on %s', name => {
  let source: Source
  let open: OpenAgent

  beforeAll(async () => {
    source = await sources[name]!()
    open = await openAgent(source.factory)
    open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' })
  }, 120_000)

  afterAll(async () => {
    await open.close()
    await source.close()
  })

  const value = async (collection: string, chart: object, timezone = 'UTC') => {
    const response = await fetch(`${open.url}/stats/${collection}?timezone=${timezone}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${open.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(chart),
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return JSON.parse(text).data.attributes.value
  }

  it.each(zones)('counts days as the calendar of %s does', async timezone => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone })
    const expected = new Map<string, number>()
    for (const at of instants) {
      const day = format.format(new Date(at))
      expected.set(day, (expected.get(day) ?? 0) + 1)
    }
    const line = {
      type: 'Line',
      aggregator: 'Count',
      groupByFieldName: 'placed_at',
      timeRange: 'Day',
    }
    const points: { label: string; values: { value: number } }[] = await value(
      'orders',
      line,
      timezone,
    )
    const counted = points.filter(point => point.values.value > 0)
    expect(new Map(counted.map(point => [point.label, point.values.value]))).toEqual(expected)
  })

  it('ranks by relations, within scopes', async () => {
    const board = { type: 'Leaderboard', aggregator: 'Count', relationshipFieldName: 'orders' }
    const customers = { ...board, labelFieldName: 'name' }
    const tags = { ...board, labelFieldName: 'label' }
    expect(await value('customers', customers)).toEqual([
      { key: 'Ada', value: 7 },
      { key: 'Bob', value: 6 },
    ])
    expect(await value('tags', tags)).toEqual([
      { key: 'new', value: 3 },
      { key: 'vip', value: 1 },
    ])
    open.service.setScope(1, 'orders', { field: 'id', operator: 'less_than', value: 3 })
    open.service.setScope(1, 'customers', { field: 'name', operator: 'equal', value: 'Bob' })
    expect(await value('customers', customers)).toEqual([{ key: 'Bob', value: 1 }])
    expect(
      await value('tags', { ...tags, aggregator: 'Sum', aggregateFieldName: 'total' }),
    ).toEqual([{ key: 'new', value: 3 }])
  })
})
