import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent } from '@service/agent'
import type { Schema } from '@service/agent-client'
import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { createServiceSandbox, type ServiceSandbox } from '../sandbox/create-service-sandbox.js'
import { addShopActions, shopSource } from '../testing/shop.js'
import { createAgentTestClient } from './create-agent-test-client.js'
import type { AgentTestClient } from './test-client.js'

/** As the agent would generate it. */
type ShopTypes = {
  orders: {
    columns: { id: number; reference: string; total: number | null }
    toOne: object
    toMany: object
  }
}

const envSecret = 'a1'.repeat(32)
const authSecret = 'a secret for tests, of 32 characters'
let folder: string
let sandbox: ServiceSandbox
let agent: Agent
let client: AgentTestClient

/** Starts an agent that is connected to the sandbox over HTTP, as from another process. */
async function startAgent(prefix: string): Promise<Agent> {
  const started = createAgent({
    authSecret,
    envSecret,
    prefix,
    serverUrl: sandbox.url,
    schemaPath: join(folder, 'schema.json'),
    loggerLevel: 'Error',
  })
  started.addDataSource(shopSource())
  addShopActions(started)
  await started.mountOnStandaloneServer(0, '127.0.0.1').start()
  return started
}

const openClient = <S extends Schema = Schema>(more: object = {}) =>
  createAgentTestClient<S>({
    agentForestEnvSecret: envSecret,
    agentForestAuthSecret: authSecret,
    agentUrl: `http://127.0.0.1:${agent.standaloneServerPort}`,
    serverUrl: sandbox.url,
    agentSchemaPath: join(folder, 'schema.json'),
    ...more,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await createServiceSandbox(0)
  agent = await startAgent('/forest')
  client = await openClient()
})
afterAll(async () => {
  await agent?.stop()
  await sandbox?.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => client.clearPermissionOverride())

const orders = () => client.collection('orders')

describe('createAgentTestClient', () => {
  it('lists records of an agent whose prefix it finds', async () => {
    expect(await orders().list({ fields: ['reference'] })).toHaveLength(3)
    const withPrefix = await openClient({
      agentUrl: `http://127.0.0.1:${agent.standaloneServerPort}/forest/`,
    })
    expect(await withPrefix.collection('orders').count()).toBe(3)
  })

  it('tells which collections there are for its user', async () => {
    expect(await client.collectionNames()).toEqual(['customers', 'orders'])
    await client.overrideCollectionPermission('orders', { browse: false, read: false })
    expect(await client.collectionNames()).toEqual(['customers'])
  })

  it('answers records of the types that the typings of the agent give', async () => {
    const typed = await openClient<ShopTypes>()
    const [order] = await typed.collection('orders').list({ fields: ['reference'] })
    expectTypeOf(order?.reference).toEqualTypeOf<string | undefined>()
    expectTypeOf<NonNullable<typeof order>>().not.toHaveProperty('total')
    const whole = await typed.as({ id: 1 }).collection('orders').getOne(1)
    expectTypeOf(whole.total).toEqualTypeOf<number | null>()
    expect(order?.reference).toBe('O-1')
    expect(whole.total).toBe(10)
  })

  it('overrides rights at once, and adds overrides up', async () => {
    for (let round = 0; round < 10; round += 1) {
      await client.overrideCollectionPermission('orders', { browseEnabled: false })
      await expect(orders().list()).rejects.toMatchObject({ status: 403 })
      await client.overrideCollectionPermission('orders', { readEnabled: false })
      await expect(orders().list()).rejects.toMatchObject({ status: 403 })
      await expect(orders().getOne(1)).rejects.toMatchObject({ status: 403 })
      await client.clearPermissionOverride()
      expect(await orders().list()).toHaveLength(3)
    }
  })

  it('overrides at once also when several are made side by side', async () => {
    await Promise.all([
      client.overrideCollectionPermission('orders', { browse: false }),
      client.overrideActionPermission('orders', 'Refund', { trigger: false }),
      client.service.setScope(1, 'customers', { field: 'id', operator: 'equal', value: 1 }),
    ])
    await expect(orders().list()).rejects.toMatchObject({ status: 403 })
    const refund = await orders().action('Refund', { recordId: 1 })
    await expect(refund.execute()).rejects.toMatchObject({ status: 403 })
    expect(await client.collection('customers').count()).toBe(1)
    await client.service.setScope(1, 'customers', null)
  })

  it('overrides what is needed to run an action', async () => {
    await client.overrideActionPermission('orders', 'Refund', {
      approvalRequired: true,
      userApprovalEnabled: true,
      approvalRequiredConditions: { field: 'total', operator: 'greater_than', value: 15 },
    })
    const small = await orders().action('Refund', { recordId: 1 })
    expect(await small.execute()).toMatchObject({ success: 'admin@example.com refunds 1' })
    const large = await orders().action('Refund', { recordId: 2 })
    await expect(large.execute()).rejects.toMatchObject({
      name: 'ActionRequiresApprovalError',
      roleIdsAllowedToApprove: [1],
    })
  })

  it('defines users, roles and rights at once, and acts as them', async () => {
    const { service } = client
    await service.setRole(2, 'Support')
    await service.setUser({ id: 2, email: 'bob@example.com', roleId: 2, tags: { region: 'US' } })
    await service.setRights('customers', { browse: true, read: { roles: [1] } })
    const support = client.as('Support')
    expect(await support.collection('customers').count()).toBe(2)
    await expect(support.collection('customers').getOne(1)).rejects.toMatchObject({ status: 403 })
    expect(await client.collection('customers').getOne(1)).toMatchObject({ name: 'Ada' })
    const scope = { field: 'region', operator: 'equal', value: '{{currentUser.tags.region}}' }
    await service.setScope(1, 'customers', scope)
    expect(await support.collection('customers').count()).toBe(1)
    await service.setScope(1, 'customers', null)
    await service.removeUser(2)
    await expect(support.collection('customers').count()).rejects.toMatchObject({ status: 401 })
    await service.setRights('customers', true)
  })

  it('lets charts of a team run, and no others', async () => {
    const { service } = client
    await service.setRole(3, 'Analyst')
    await service.setUser({ id: 3, email: 'eve@example.com', roleId: 3 })
    const chart = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
    const analyst = client.as('Analyst').collection('orders')
    await expect(analyst.chart(chart)).rejects.toMatchObject({ status: 403 })
    await service.setCharts(1, [chart])
    expect(await analyst.chart(chart)).toEqual({ countCurrent: 3 })
  })

  it('lets addresses in, and keeps others out', async () => {
    await client.service.setIpRules([{ type: 0, ip: '10.1.2.3' }])
    await expect(orders().count()).rejects.toMatchObject({ status: 403 })
    await client.service.setIpRules([{ type: 0, ip: '127.0.0.1' }])
    expect(await orders().count()).toBe(3)
    await client.service.setIpRules(null)
    expect(await orders().count()).toBe(3)
  })

  it('carries an approval from the request to its end', async () => {
    const { service } = client
    await service.setRole(4, 'Clerk')
    await service.setUser({ id: 4, email: 'clerk@example.com', roleId: 4 })
    await client.overrideActionPermission('orders', 'Refund', {
      requireApproval: { roles: [4] },
      approve: { roles: [1] },
    })
    const refund = await client.as('Clerk').collection('orders').action('Refund', { recordId: 3 })
    const { approvalRequest } = await refund.execute({ approvalRequestMessage: 'Please' })
    expect(await client.approve(approvalRequest!)).toMatchObject({
      success: 'admin@example.com refunds 1',
    })
    await expect(client.approve(approvalRequest!)).rejects.toMatchObject({ status: 403 })
    await expect
      .poll(async () => (await service.recorded()).approvals.at(-1)?.status)
      .toBe('executed')
  })

  it('keeps requests for approval, and who there is, where the sandbox runs', async () => {
    const { service } = client
    const body = { data: { attributes: { ids: ['1'], values: { Amount: 1 } } } }
    const asked = { collection: 'orders', action: 'Refund', body, message: 'x', requesterId: 1 }
    const { id } = await service.requestApproval(asked)
    expect(await service.findApproval(id)).toMatchObject({ action: 'Refund', status: 'pending' })
    expect((await service.approve(id)).split('.')).toHaveLength(3)
    const { users, roles } = await service.people()
    expect(users[0]).toMatchObject({ id: 1, roleId: 1 })
    expect(roles[0]).toEqual({ id: 1, name: 'Admin' })
  })

  it('records what the agent sent', async () => {
    const { schemas, requests } = await client.service.recorded()
    expect(schemas).toHaveLength(1)
    expect(schemas.at(-1)?.collections.map(({ name }) => name)).toEqual(['customers', 'orders'])
    expect(requests.map(({ path }) => path)).toContain('/agent-api/schema')
  })

  it('finds what people did in the activity log', async () => {
    await orders().update(1, { total: 11 })
    const entry = await client.findActivity({ action: 'update', recordIds: ['1'] })
    expect(entry).toMatchObject({ userId: 1, collectionName: 'orders' })
  })

  it('says what is wrong with the schema file, the address or the sandbox', async () => {
    await expect(openClient({ agentSchemaPath: join(folder, 'nothing') })).rejects.toThrow(
      /nothing' cannot be read.*when it starts/,
    )
    const elsewhere = await openClient({ agentUrl: sandbox.url })
    await expect(elsewhere.collection('orders').list()).rejects.toThrow('No agent responds')
    const down = await openClient({ agentUrl: 'http://127.0.0.1:1' })
    await expect(down.collection('orders').list()).rejects.toThrow('No agent can be reached')
    await expect(client.service.findApproval(99)).rejects.toThrow(
      /sandbox at .* rejected the call: There is no request/,
    )
  })

  it('signs people in as the service would', async () => {
    const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/forest`
    sandbox.signInAs(envSecret, 1, agentUrl)
    const begun = await fetch(`${agentUrl}/authentication`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ renderingId: 1 }),
    })
    const { authorizationUrl } = (await begun.json()) as { authorizationUrl: string }
    const cookie = begun.headers.getSetCookie().map(each => each.split(';', 1)[0])
    const sent = await fetch(authorizationUrl, { redirect: 'manual' })
    const back = await fetch(sent.headers.get('location') ?? '', {
      headers: { cookie: cookie.join('; ') },
    })
    expect(await back.json()).toMatchObject({
      tokenData: { id: 1, email: 'admin@example.com', role: 'Admin' },
    })
  })
})

describe('a sandbox that several agents use', () => {
  it('tells each of them at once', async () => {
    const second = await startAgent('/service')
    try {
      const other = await openClient({
        agentUrl: `http://127.0.0.1:${second.standaloneServerPort}`,
      })
      await client.overrideCollectionPermission('orders', { browse: false })
      await expect(orders().list()).rejects.toMatchObject({ status: 403 })
      await expect(other.collection('orders').list()).rejects.toMatchObject({ status: 403 })
      await client.clearPermissionOverride()
      expect(await other.collection('orders').count()).toBe(3)
    } finally {
      await second.stop()
    }
  })
})
