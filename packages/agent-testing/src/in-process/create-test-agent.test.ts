import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createAgent } from '@service/agent'
import { ActionRequiresApprovalError } from '@service/agent-client'
import { afterEach, describe, expect, it } from 'vitest'
import { addShopActions, shopSource } from '../testing/shop.js'
import { createTestAgent, type TestAgent, type TestAgentOptions } from './create-test-agent.js'

let open: TestAgent[] = []

afterEach(async () => {
  for (const each of open) await each.close()
  open = []
})

async function openShop(options: TestAgentOptions = {}): Promise<TestAgent> {
  const shop = await createTestAgent(addShopActions, { dataSources: [shopSource()], ...options })
  open.push(shop)
  return shop
}

const roles = { 1: 'Manager', 2: 'Support' }
const managers = { roles: [1] }
const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }

describe('createTestAgent', () => {
  it('lets everybody do everything, without a port', async () => {
    const { client, agent } = await openShop()
    expect(await client.collection('orders').count()).toBe(3)
    expect(agent.standaloneServerPort).toBeUndefined()
    const refund = await client.collection('orders').action('Refund', { recordId: 1 })
    expect(await refund.execute()).toMatchObject({ success: 'admin@example.com refunds 1' })
  })

  it('has somebody for each role', async () => {
    const shop = await openShop({ roles, rights: { orders: { ...all, delete: managers } } })
    await expect(shop.as('Support').collection('orders').delete(1)).rejects.toMatchObject({
      status: 403,
    })
    await shop.as('Manager').collection('orders').delete(1)
    expect(await shop.as('Support').collection('orders').count()).toBe(2)
    await expect(shop.client.collection('customers').list()).rejects.toMatchObject({ status: 403 })
  })

  it('acts as a user by id, by e-mail address and by role', async () => {
    const shop = await openShop({
      roles,
      users: [{ id: 7, email: 'ada@example.com', roleId: 1 }],
    })
    const said = async (who: Parameters<typeof shop.as>[0]) => {
      const orders = shop.as(who).collection('orders')
      return (await (await orders.action('Refund', { recordId: 1 })).execute()).success
    }
    expect(await said(7)).toBe('ada@example.com refunds 1')
    expect(await said({ email: 'ada@example.com' })).toBe('ada@example.com refunds 1')
    expect(await said({ role: 'Support' })).toBe('support@example.com refunds 1')
    expect(await said('Support')).toBe('support@example.com refunds 1')
    await expect(shop.as('Nobody').collection('orders').list()).rejects.toThrow(
      /There is no user.*ada@example.com \(id 7, role Manager\)/,
    )
  })

  it('shows a team the rows of its scope, with the tags of the user', async () => {
    const shop = await openShop({
      users: [{ id: 1, email: 'ada@example.com', roleId: 1, tags: { region: 'FR' } }],
      teams: [
        { id: 1, name: 'All' },
        { id: 2, name: 'Local', renderingId: 20 },
      ],
    })
    const scope = { field: 'region', operator: 'equal', value: '{{currentUser.tags.region}}' }
    await shop.client.service.setScope(20, 'customers', scope)
    expect(await shop.client.collection('customers').count()).toBe(2)
    const local = shop.as(1, { renderingId: 20 })
    expect(await local.collection('customers').list({ fields: ['name'] })).toEqual([
      { id: 1, name: 'Ada' },
    ])
  })

  it('asks for an approval, and runs what was approved, once', async () => {
    const shop = await openShop({
      roles,
      rights: {
        orders: {
          ...all,
          actions: {
            Refund: { trigger: true, requireApproval: { roles: [2] }, approve: managers },
          },
        },
      },
    })
    const refund = await shop.as('Support').collection('orders').action('Refund', { recordId: 2 })
    await refund.setFields({ Amount: 5 })
    await expect(refund.execute()).rejects.toBeInstanceOf(ActionRequiresApprovalError)
    const { approvalRequest } = await refund.execute({ approvalRequestMessage: 'It was late' })
    const { service } = shop.client
    expect((await service.recorded()).approvals).toMatchObject([
      { action: 'Refund', requesterId: 2, message: 'It was late', status: 'pending' },
    ])
    await expect(shop.as('Support').approve(approvalRequest!)).rejects.toMatchObject({
      status: 403,
    })
    expect(await shop.as('Manager').approve(approvalRequest!)).toMatchObject({
      success: 'manager@example.com refunds 5',
    })
    expect((await service.recorded()).approvals).toMatchObject([{ status: 'executed' }])
    await expect(shop.as('Manager').approve(approvalRequest!)).rejects.toMatchObject({
      status: 403,
    })
    await expect(shop.client.approve(9)).rejects.toThrow('no request for approval with the id 9')
  })

  it('replaces rights for a while', async () => {
    const { client } = await openShop()
    const orders = client.collection('orders')
    await client.overrideCollectionPermission('orders', { browse: false })
    await client.overrideCollectionPermission('orders', { addEnabled: false })
    await expect(orders.list()).rejects.toMatchObject({ status: 403 })
    await expect(orders.create({ reference: 'x' })).rejects.toMatchObject({ status: 403 })
    expect(await orders.getOne(1)).toMatchObject({ reference: 'O-1' })
    await client.overrideActionPermission('orders', 'Refund', { trigger: false })
    await expect(
      orders.action('Refund', { recordId: 1 }).then(action => action.execute()),
    ).rejects.toMatchObject({ status: 403 })
    await client.clearPermissionOverride()
    expect(await orders.list()).toHaveLength(3)
    expect(await client.collection('customers').count()).toBe(2)
  })

  it('hides a field for a while', async () => {
    const { client } = await openShop()
    await client.overrideCollectionPermission('customers', { fields: { secret: { read: false } } })
    const customers = client.collection('customers')
    expect(await customers.list()).toEqual([
      { id: 1, name: 'Ada', region: 'FR' },
      { id: 2, name: 'Bob', region: 'US' },
    ])
    await expect(customers.list({ fields: ['secret'] })).rejects.toMatchObject({ status: 403 })
  })

  it('limits an action to records and values for a while', async () => {
    const { client } = await openShop()
    const run = async (recordId: number) => {
      const action = await client.collection('orders').action('Refund', { recordId })
      return action.execute()
    }
    const small = { field: 'total', operator: 'LessThan', value: 15 } as const
    await client.overrideActionPermission('orders', 'Refund', { triggerConditions: small })
    expect(await run(1)).toHaveProperty('success')
    await expect(run(2)).rejects.toMatchObject({ status: 403 })
    await client.overrideActionPermission('orders', 'Refund', { triggerConditions: null })
    expect(await run(2)).toHaveProperty('success')
  })

  it('names the rights there are when one is misspelt', async () => {
    const { client } = await openShop()
    const wrong = { browsing: false } as object
    await expect(client.overrideCollectionPermission('orders', wrong)).rejects.toThrow(
      /no right 'browsing'.*browseEnabled/,
    )
  })

  it('ends sessions when time passes, and when a user leaves or changes role', async () => {
    const shop = await openShop({ roles })
    const early = shop.as('Support')
    expect(await early.collection('orders').count()).toBe(3)
    shop.clock.advance(3_601_000)
    await expect(early.collection('orders').count()).rejects.toMatchObject({ status: 401 })
    const support = shop.as('Support')
    expect(await support.collection('orders').count()).toBe(3)
    await shop.client.service.setUser({ id: 2, email: 'support@example.com', roleId: 1 })
    await expect(support.collection('orders').count()).rejects.toMatchObject({ status: 401 })
    await shop.client.service.removeUser(2)
    await expect(support.collection('orders').count()).rejects.toMatchObject({ status: 401 })
  })

  it('moves what relative dates mean', async () => {
    const { client, clock } = await openShop()
    const filters = { field: 'ordered_at', operator: 'Today' } as const
    const today = () =>
      client
        .as(1)
        .collection('orders')
        .list({ filters, fields: ['id'] })
    expect(await today()).toEqual([])
    clock.set('2024-01-02T12:00:00Z')
    expect(await today()).toEqual([{ id: 2 }])
    expect(clock.now().toISOString()).toMatch(/^2024-01-02T12:00/)
    clock.restore()
    expect(new Date().getFullYear()).toBeGreaterThan(2024)
  })

  it('says that there is no audit trail to revert by', async () => {
    const { client } = await openShop()
    await expect(client.revert('key')).rejects.toMatchObject({ status: 404 })
    await expect(client.previewRevert('key')).rejects.toMatchObject({ status: 404 })
  })

  it('tells what the agent told the service', async () => {
    const { client } = await openShop()
    const { schemas, requests } = await client.service.recorded()
    expect(schemas.at(-1)?.collections.map(({ name }) => name)).toEqual(['customers', 'orders'])
    expect(requests).toEqual([])
  })

  it('finds what people did in the activity log', async () => {
    const { client } = await openShop()
    await client.collection('orders').update(2, { total: 5 })
    const entry = await client.findActivity({ action: 'update', recordIds: ['2'] })
    expect(entry).toMatchObject({ type: 'write', userId: 1, collectionName: 'orders' })
  })

  it('sends any request as the user', async () => {
    const { client } = await openShop()
    const response = await client.fetch('/orders/count?timezone=UTC')
    expect(await response.json()).toEqual({ count: 3 })
    expect((await client.fetch('/nothing?timezone=UTC')).status).toBe(404)
  })

  it('measures how long something takes', async () => {
    const { client } = await openShop()
    let runs = 0
    const result = await client
      .benchmark()
      .times(3)
      .run(() => {
        runs += 1
      })
    expect(runs).toBe(3)
    expect(result.times).toBe(3)
    expect(result.durations).toHaveLength(3)
    expect(result.min).toBeLessThanOrEqual(result.average)
    expect(result.average).toBeLessThanOrEqual(result.max)
    expect(result.total).toBeGreaterThanOrEqual(result.max)
    expect(() => client.benchmark().times(0)).toThrow(RangeError)
  })

  it('keeps nothing when it is closed, or could not start', async () => {
    let path = ''
    const shop = await createTestAgent(addShopActions, {
      dataSources: [shopSource()],
      create: options => {
        path = options.schemaPath ?? ''
        return createAgent({ ...options, prefix: '/admin', loggerLevel: 'Error' })
      },
      prefix: '/admin',
    })
    expect(await shop.client.collection('orders').count()).toBe(3)
    expect(existsSync(dirname(path))).toBe(true)
    await shop.close()
    expect(existsSync(dirname(path))).toBe(false)
    await expect(
      createTestAgent(agent => agent.customizeCollection('nothing', () => undefined), {
        create: options => {
          path = options.schemaPath ?? ''
          return createAgent({ ...options, logger: () => {} })
        },
      }),
    ).rejects.toThrow('nothing')
    expect(existsSync(dirname(path))).toBe(false)
  })
})
