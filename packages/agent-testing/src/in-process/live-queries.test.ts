import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAgent, type TestAgent } from './create-test-agent.js'

let folder: string
let shop: TestAgent

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-queries-'))
  const path = join(folder, 'shop.db')
  const database = new Database(path)
  database.exec(
    "create table orders (id integer primary key, status text); insert into orders values (1, 'paid'), (2, 'open');",
  )
  database.close()
  shop = await createTestAgent(undefined, {
    dataSources: [createSqlDataSource(`sqlite:${path}`, { liveQueryConnections: 'main' })],
    roles: { 1: 'Support' },
  })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

describe('setLiveQueries', () => {
  it('lets a team use these segments, and no others', async () => {
    const query = "select id from orders where status = 'paid'"
    const paid = () =>
      shop.client.collection('orders').liveQuerySegment({ connectionName: 'main', query })
    await expect(paid().list()).rejects.toMatchObject({ status: 403 })
    await shop.client.service.setLiveQueries(1, 'orders', [{ query, connectionName: 'main' }])
    expect(await paid().list()).toEqual([{ id: 1, status: 'paid' }])
  })
})
