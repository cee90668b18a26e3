import type { PanelCollection, PanelSchema } from '@service/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { openRefunds, refundPath } from '../testing/action-rights.js'
import { type OpenAgent, type OpenOptions, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent | undefined

afterEach(() => open?.close())

async function start(options?: OpenOptions): Promise<OpenAgent> {
  open = await openAgent(shop(), options)
  return open
}

async function readSchema(agent: OpenAgent, headers?: Record<string, string>) {
  const { status, json } = await agent.get('/_internal/schema', headers)
  expect(status).toBe(200)
  return json as PanelSchema
}

function find(schema: PanelSchema, name: string): PanelCollection {
  const found = schema.collections.find(collection => collection.name === name)
  if (!found) throw new Error(`No collection ${name}`)
  return found
}

const names = (items: readonly { readonly field: string }[]) => items.map(({ field }) => field)
const tagIn = ({ headers }: { readonly headers: Headers }) => headers.get('service-schema-tag')

describe('GET /_internal/schema', () => {
  it('describes what the caller may use, with what they may do', async () => {
    const agent = await start({
      customize: made =>
        made
          .addChart('income', (_, result) => result.value(1))
          .customizeCollection('orders', orders =>
            orders
              .addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' })
              .addChart('history', (_, result) => result.value(1))
              .disableCount(),
          ),
    })
    const schema = await readSchema(agent)
    expect(schema).toMatchObject({
      charts: ['income'],
      canUseAuditTrail: false,
      aiNames: [],
      nativeQueryConnections: [],
      rights: 'open',
    })
    expect(schema.collections.map(({ name }) => name)).toEqual([
      'addresses',
      'audits',
      'customers',
      'order_products',
      'orders',
      'products',
    ])
    const orders = find(schema, 'orders')
    expect(orders).toMatchObject({
      dataSource: 'Data source 1',
      rights: { browse: true, read: true, add: true, edit: true, delete: true, export: true },
      isCountable: false,
      isSearchable: true,
      segments: [{ id: 'orders.Paid', name: 'Paid' }],
      charts: ['history'],
    })
    const field = (name: string) => orders.fields.find(each => each.field === name)
    expect(field('status')).toMatchObject({
      type: 'Enum',
      enums: ['draft', 'paid'],
      isGroupable: true,
      isWritable: true,
      operators: expect.arrayContaining(['equal', 'in', 'present']),
    })
    expect(field('version')).toMatchObject({ isReadOnly: true, isWritable: false })
    expect(field('customer')).toMatchObject({
      reference: 'customers.id',
      relationship: 'BelongsTo',
      inverseOf: 'orders',
      operators: [],
      isGroupable: true,
      isWritable: true,
    })
    expect(field('products')).toMatchObject({ isGroupable: false })
    expect(field('customer_id')).toBeUndefined()
  })

  it('leaves out collections the caller may neither browse nor read, and what leads to them', async () => {
    const agent = await start()
    agent.service.setRights('orders', { browse: true, edit: true, export: true })
    agent.service.setRights('addresses', { read: true })
    agent.service.setRights('customers', { add: true })
    const { text } = await agent.get('/_internal/schema')
    const schema = JSON.parse(text) as PanelSchema
    expect(schema.rights).toBe('enforced')
    expect(schema.collections.map(({ name }) => name)).toEqual(['addresses', 'orders'])
    expect(text).not.toContain('customers')
    expect(text).not.toContain('products')
    expect(find(schema, 'orders').rights).toEqual({
      browse: true,
      read: false,
      add: false,
      edit: true,
      delete: false,
      export: true,
    })
    expect(find(schema, 'addresses').rights).toMatchObject({ browse: false, read: true })
    // Without its relation, a foreign key is a column like any other.
    expect(names(find(schema, 'orders').fields)).toContain('customer_id')
  })

  it('leaves out fields the caller may not read, also as the inverse of others', async () => {
    const agent = await start()
    for (const name of ['orders', 'customers']) agent.service.setRights(name, true)
    expect(find(await readSchema(agent), 'orders').fields).toContainEqual(
      expect.objectContaining({ field: 'customer', inverseOf: 'orders' }),
    )
    agent.service.setRights('customers', {
      browse: true,
      read: true,
      fields: { orders: { read: false, edit: false }, country: { read: false, edit: true } },
    })
    agent.service.setRights('orders', {
      browse: true,
      read: true,
      edit: true,
      fields: { total: { read: true, edit: false }, reference: { read: false, edit: true } },
    })
    const schema = await readSchema(agent)
    const customers = names(find(schema, 'customers').fields)
    expect(customers).toContain('name')
    expect(customers).not.toContain('orders')
    expect(customers).not.toContain('country')
    const orders = find(schema, 'orders').fields
    expect(names(orders)).not.toContain('reference')
    expect(orders).toContainEqual(expect.objectContaining({ field: 'total', isWritable: false }))
    expect(orders).toContainEqual(
      expect.objectContaining({ field: 'customer', inverseOf: null, isWritable: true }),
    )
  })

  it('names a relation whose key the caller may not set as not writable', async () => {
    const agent = await start()
    agent.service.setRights('customers', true)
    agent.service.setRights('orders', {
      browse: true,
      edit: true,
      fields: { customer_id: { read: true, edit: false } },
    })
    expect(find(await readSchema(agent), 'orders').fields).toContainEqual(
      expect.objectContaining({ field: 'customer', isWritable: false }),
    )
  })

  it('names the charts of the agent that the team has', async () => {
    const agent = await start({
      customize: made =>
        made
          .addChart('income', (_, result) => result.value(1))
          .addChart('secret', (_, result) => result.value(1)),
    })
    agent.service.setRights('orders', true)
    expect((await readSchema(agent)).charts).toEqual([])
    agent.service.setCharts(1, [{ apiRoute: '/service/_charts/income' }])
    const { text, headers } = await agent.get('/_internal/schema')
    expect((JSON.parse(text) as PanelSchema).charts).toEqual(['income'])
    expect(text).not.toContain('secret')
    expect(tagIn({ headers })).toBe((JSON.parse(text) as PanelSchema).tag)
  })

  it('responds 304 to whoever has it, until something changes', async () => {
    const agent = await start()
    const first = await agent.get('/_internal/schema')
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await agent.get('/_internal/schema', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(tagIn(again)).toBe(tagIn(first))
    agent.service.setRights('orders', true)
    const changed = await agent.get('/_internal/schema', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(tagIn(changed)).not.toBe(tagIn(first))
  })

  it('needs a session', async () => {
    const agent = await start()
    const response = await fetch(`${agent.url}/_internal/schema`)
    expect(response.status).toBe(401)
    expect(tagIn(response)).toBeNull()
  })
})

describe('the actions of the schema', () => {
  const condition = { field: 'status', operator: 'equal', value: 'paid' }
  const always = { roles: [1] }
  const rights = {
    'only approve': {
      given: { trigger: false, approve: always },
      seen: { mayTrigger: false, needsApproval: 'never', mayApprove: true },
    },
    'trigger after an approval': {
      given: { trigger: true, requireApproval: always },
      seen: { mayTrigger: true, needsApproval: 'always', mayApprove: false },
    },
    'trigger, with an approval for some records': {
      given: {
        trigger: true,
        requireApproval: always,
        requireApprovalConditions: [{ roleId: 1, filter: condition }],
      },
      seen: { mayTrigger: true, needsApproval: 'depends', mayApprove: false },
    },
    'trigger, with conditions on others': {
      given: {
        trigger: true,
        requireApproval: { roles: [2] },
        requireApprovalConditions: [{ roleId: 2, filter: condition }],
      },
      seen: { mayTrigger: true, needsApproval: 'never', mayApprove: false },
    },
  } as const
  it.each(Object.entries(rights))('are those the caller may %s', async (_, { given, seen }) => {
    const refunds = await openRefunds()
    open = refunds
    refunds.allow(given)
    const { actions } = find(await readSchema(refunds), 'orders')
    expect(actions.map(({ name }) => name)).toEqual(['Look', 'Refund'])
    expect(actions[1]).toMatchObject({ ...seen, type: 'bulk', endpoint: `/service${refundPath}` })
  })

  it('are left out when the caller may neither trigger nor approve them', async () => {
    const refunds = await openRefunds()
    open = refunds
    refunds.allow({ trigger: { roles: [2] }, approve: { roles: [3] } })
    const seenBy = async (userId: number) =>
      find(await readSchema(refunds, await refunds.as(userId)), 'orders').actions.map(
        ({ name }) => name,
      )
    expect(await seenBy(7)).toEqual(['Look'])
    expect(await seenBy(8)).toEqual(['Look', 'Refund'])
    expect(await seenBy(9)).toEqual(['Look', 'Refund'])
  })
})

describe('service-schema-tag', () => {
  it('is on every response to a signed-in caller, whatever its status', async () => {
    const agent = await start()
    const { tag } = await readSchema(agent)
    const responses = [
      await agent.get('/orders'),
      await agent.get('/orders.csv'),
      await agent.get('/orders/99'),
      await agent.get('/orders?sort=nothing'),
      await agent.get('/nothing'),
      await agent.send('PUT', '/orders/1', { data: { attributes: { reference: 'x' } } }),
      await agent.send('DELETE', '/orders/1'),
      await agent.send('POST', '/_internal/capabilities', {}),
    ]
    expect(responses.map(tagIn)).toEqual(responses.map(() => tag))
    expect((await fetch(agent.url)).headers.get('service-schema-tag')).toBeNull()
  })

  it('differs between roles, and stays when the rights of another role change', async () => {
    const refunds = await openRefunds()
    open = refunds
    refunds.allow({ trigger: { roles: [1] } })
    const tagFor = async (userId: number) =>
      tagIn(await refunds.get('/orders', await refunds.as(userId)))
    const [ada, bob] = [await tagFor(7), await tagFor(8)]
    expect(ada).not.toBe(bob)
    refunds.allow({ trigger: { roles: [1, 2] } })
    expect(await tagFor(7)).toBe(ada)
    expect(await tagFor(8)).toBe(ada)
  })

  it('is the same in two processes with the same model, and changes with the model', async () => {
    const tagOf = async (options?: OpenOptions) => {
      const agent = await start(options)
      const tag = tagIn(await agent.get('/orders'))
      await agent.close()
      open = undefined
      return tag
    }
    const first = await tagOf()
    expect(await tagOf()).toBe(first)
    const withAction = await tagOf({
      customize: agent =>
        agent.customizeCollection('orders', orders =>
          orders.addAction('Look', { scope: 'Global', execute: () => undefined }),
        ),
    })
    expect(withAction).not.toBe(first)
    const described = (text: string) =>
      tagOf({
        customize: agent =>
          agent.customizeCollection('orders', orders =>
            orders.addAction('Look', {
              scope: 'Global',
              form: [{ label: 'Reason', type: 'String', description: text }],
              execute: () => undefined,
            }),
          ),
      })
    expect(await described('a')).not.toBe(await described('b'))
  })
})
