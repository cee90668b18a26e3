import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { createAgentTestClient, createForestServerSandbox } from '@service/agent-testing'
import { createSqlDataSource } from '@service/datasource-sql'
import { openWarehouse } from '../dist/warehouse.js'
import { afterAll, beforeAll, describe, it } from './runner.js'

const envSecret = 'e0'.repeat(32)
const authSecret = 'a secret for tests, of 32 characters'

describe('the warehouse behind a sandbox of the service', () => {
  let folder
  let sandbox
  let agent
  let client

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'warehouse-'))
    const agentSchemaPath = join(folder, 'schema.json')
    const warehouse = createSqlDataSource(await openWarehouse(folder))
    // #region sandbox
    sandbox = await createForestServerSandbox(0)
    process.env.SERVICE_SERVER_URL = sandbox.url
    agent = createAgent({ authSecret, envSecret, schemaPath: agentSchemaPath, loggerLevel: 'Warn' })
    agent.addDataSource(warehouse)
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    client = await createAgentTestClient({
      agentForestEnvSecret: envSecret,
      agentForestAuthSecret: authSecret,
      agentUrl: `http://127.0.0.1:${agent.standaloneServerPort}`,
      serverUrl: sandbox.url,
      agentSchemaPath,
    })
    // #endregion
  })

  afterAll(async () => {
    await agent?.stop()
    await sandbox?.close()
    await rm(folder, { recursive: true, force: true })
  })

  // #region sandbox-tests
  it('lists its shelves', async () => {
    const shelves = await client.collection('shelves').list({ fields: ['code'] })
    assert.equal(shelves.length, 15)
  })

  it('obeys a right as soon as it changed', async () => {
    await client.overrideCollectionPermission('shelves', { deleteEnabled: false })
    await assert.rejects(client.collection('shelves').delete('A-001'), { status: 403 })
    await client.clearPermissionOverride()
  })

  it('knows the people of the sandbox', async () => {
    await client.service.setRole(2, 'Picker')
    await client.service.setUser({ id: 2, email: 'picker@shop.example', roleId: 2 })
    await client.service.setRights('shelves', { browse: true, read: { roles: [1] } })
    await assert.rejects(client.as('Picker').collection('shelves').getOne('A-001'), { status: 403 })
  })

  it('sends its schema to the service', async () => {
    const { schemas } = await sandbox.environment(envSecret).recorded()
    assert.ok(schemas[0].collections.some(({ name }) => name === 'shelves'))
  })
  // #endregion
})
