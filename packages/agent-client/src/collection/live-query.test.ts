import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent, createInProcessService } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentClient } from '../create-agent-client.js'
import type { AgentClient } from '../create-client.js'

let folder: string
let agent: Agent
let client: AgentClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-query-'))
  const path = join(folder, 'shop.db')
  const database = new Database(path)
  database.exec(
    "create table orders (id integer primary key, status text); insert into orders values (1, 'paid'), (2, 'open');",
  )
  database.close()
  const service = createInProcessService({
    users: [{ id: 1, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' }],
    rights: true,
  })
  agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    schemaPath: join(folder, 'schema.json'),
    loggerLevel: 'Error',
    service,
  })
  agent.addDataSource(createSqlDataSource(`sqlite:${path}`, { liveQueryConnections: 'main' }))
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  client = createAgentClient({ agentUrl, token: await service.signIn(agentUrl, 1) })
})
afterAll(async () => {
  await agent.stop()
  await rm(folder, { recursive: true })
})

describe('SQL of users', () => {
  it('narrows a list to a segment', async () => {
    const query = "select id from orders where status = 'paid'"
    const paid = client.collection('orders').liveQuerySegment({ connectionName: 'main', query })
    expect(await paid.list()).toEqual([{ id: 1, status: 'paid' }])
    expect(await paid.count()).toBe(1)
  })

  it('draws a chart', async () => {
    const query = 'select count(*) as value from orders'
    const chart = { type: 'Value', connectionName: 'main', query }
    expect(await client.queryChart(chart)).toEqual({ countCurrent: 2 })
  })
})
