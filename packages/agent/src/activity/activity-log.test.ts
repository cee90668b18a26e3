import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ForbiddenError, ValidationError } from '@service/base'
import { type ActivityEntry, ServiceAwayError } from '@service/service-client'
import { afterEach, describe, expect, it } from 'vitest'
import { type Agent, createAgent } from '../agent.js'
import { routes } from '../routes/index.js'
import { type OpenAgent, type OpenOptions, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'
import { routeActivities } from './route-activities.js'

const secrets = { authSecret: 'a secret for tests, of 32 characters', envSecret: '0'.repeat(64) }
let open: OpenAgent | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function start(options: OpenOptions = {}): Promise<OpenAgent> {
  open = await openAgent(shop(), { customize, ...options })
  // Editors may run any chart.
  open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'editor' })
  return open
}

function customize(agent: Agent) {
  agent
    .customizeCollection('orders', orders =>
      orders
        .addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' })
        .addChart('weight', (_, resultBuilder) => resultBuilder.value(1))
        .addAction('Refund', {
          scope: 'Bulk',
          form: [{ label: 'Note', type: 'String' }],
          execute: (context, resultBuilder) => {
            const { Note: note } = context.formValues
            if (note === 'error') return resultBuilder.error('It cannot be refunded.')
            if (note === 'throw') throw new ValidationError('It cannot be refunded.')
            return resultBuilder.success('Refunded')
          },
        }),
    )
    .addChart('mood', (_, resultBuilder) => resultBuilder.value(1))
}

/** The entries the service received, without the members that all entries have. */
async function told({ service, agent }: OpenAgent) {
  await agent.stop()
  return service.activity.map(shown)
}

function shown({
  key,
  userId,
  username,
  userEmail,
  teamName,
  occurredAt,
  correlationKey,
  ...entry
}: ActivityEntry) {
  const names = { username: undefined, userEmail: 'ada@example.com', teamName: 'Operations' }
  expect({ userId, username, userEmail, teamName }).toEqual({ userId: 7, ...names })
  // Only writes have a counterpart in the audit trail.
  expect(typeof correlationKey).toBe(entry.type === 'write' ? 'string' : 'undefined')
  expect([key, new Date(occurredAt ?? '').toISOString()]).toEqual([key, occurredAt])
  return entry
}

const action = (note: string, ids: readonly string[] = ['1', '2']) => ({
  data: { attributes: { ids, values: { Note: note }, collection_name: 'orders' } },
})
const attributes = (given: object) => ({ data: { type: 'orders', attributes: given } })
const links = (...ids: string[]) => ({ data: ids.map(id => ({ type: 'orders', id })) })

interface Case {
  readonly send: readonly [method: string, path: string, body?: unknown]
  readonly tells: readonly object[]
}

const cases: Readonly<Record<string, Case>> = {
  'a list is the index': {
    send: ['GET', '/orders'],
    tells: [{ type: 'read', action: 'index', collectionName: 'orders' }],
  },
  'a list with a search is a search': {
    send: ['GET', '/orders?search=O-1'],
    tells: [{ type: 'read', action: 'search', collectionName: 'orders' }],
  },
  'a name spelled with percent signs is the same name': {
    send: ['GET', '/orders?se%61rch=O-1'],
    tells: [{ type: 'read', action: 'search', collectionName: 'orders' }],
  },
  'a list with filters is a filter': {
    send: [
      'GET',
      `/orders?filters=${JSON.stringify({ field: 'id', operator: 'equal', value: 1 })}`,
    ],
    tells: [{ type: 'read', action: 'filter', collectionName: 'orders' }],
  },
  'a list with a segment is a filter': {
    send: ['GET', '/orders?segment=Paid'],
    tells: [{ type: 'read', action: 'filter', collectionName: 'orders' }],
  },
  'one record is a read of its id': {
    send: ['GET', '/orders/2'],
    tells: [{ type: 'read', action: 'read', collectionName: 'orders', recordIds: ['2'] }],
  },
  'a list of related records tells the parent and the relation': {
    send: ['GET', '/customers/1/relationships/orders'],
    tells: [
      {
        type: 'read',
        action: 'listRelatedData',
        collectionName: 'customers',
        recordIds: ['1'],
        label: 'orders',
      },
    ],
  },
  'a CSV is an export': {
    send: ['GET', '/orders.csv'],
    tells: [{ type: 'read', action: 'export', collectionName: 'orders' }],
  },
  'a CSV of related records is an export that tells the parent and the relation': {
    send: ['GET', '/customers/1/relationships/orders.csv'],
    tells: [
      {
        type: 'read',
        action: 'export',
        collectionName: 'customers',
        recordIds: ['1'],
        label: 'orders',
      },
    ],
  },
  'a creation tells the id the database gave': {
    send: ['POST', '/orders', attributes({ reference: 'new' })],
    tells: [{ type: 'write', action: 'create', collectionName: 'orders', recordIds: ['5'] }],
  },
  'an update tells its record': {
    send: ['PUT', '/orders/1', attributes({ reference: 'other' })],
    tells: [{ type: 'write', action: 'update', collectionName: 'orders', recordIds: ['1'] }],
  },
  'an update of nothing shows a record, which is a read': {
    send: ['PUT', '/orders/1', attributes({})],
    tells: [{ type: 'read', action: 'read', collectionName: 'orders', recordIds: ['1'] }],
  },
  'a bulk update tells the ids it names': {
    send: ['PUT', '/orders', attributes({ ids: ['1', 2], values: { reference: 'other' } })],
    tells: [{ type: 'write', action: 'update', collectionName: 'orders', recordIds: ['1', '2'] }],
  },
  'a bulk update of all records names none': {
    send: [
      'PUT',
      '/orders',
      attributes({
        all_records: true,
        all_records_ids_excluded: ['2'],
        values: { reference: 'other' },
      }),
    ],
    tells: [{ type: 'write', action: 'update', collectionName: 'orders' }],
  },
  'a dry run shows its samples, which is a read': {
    send: [
      'PUT',
      '/orders',
      {
        data: {
          attributes: { ids: ['2', '1', '99'], values: { reference: 'other' } },
          meta: { dryRun: true },
        },
      },
    ],
    tells: [{ type: 'read', action: 'read', collectionName: 'orders', recordIds: ['1', '2'] }],
  },
  'a bulk update of nothing makes no entry': {
    send: ['PUT', '/orders', attributes({ ids: [], values: { reference: 'other' } })],
    tells: [],
  },
  'a bulk update that is refused makes no entry': {
    send: ['PUT', '/orders', attributes({ ids: ['1'], values: { reference: 'far too long' } })],
    tells: [],
  },
  'a changed element of a list is an update': {
    send: ['PUT', '/orders/1/relationships/labels/0', { data: { attributes: 'old' } }],
    tells: [{ type: 'write', action: 'update', collectionName: 'orders', recordIds: ['1'] }],
  },
  'a deletion tells its record': {
    send: ['DELETE', '/orders/1'],
    tells: [{ type: 'write', action: 'delete', collectionName: 'orders', recordIds: ['1'] }],
  },
  'a bulk deletion tells the ids it names': {
    send: ['DELETE', '/orders', { data: { attributes: { ids: ['1', 2] } } }],
    tells: [{ type: 'write', action: 'delete', collectionName: 'orders', recordIds: ['1', '2'] }],
  },
  'a deletion of all records names none': {
    send: [
      'DELETE',
      '/orders',
      { data: { attributes: { all_records: true, all_records_ids_excluded: ['2'] } } },
    ],
    tells: [{ type: 'write', action: 'delete', collectionName: 'orders' }],
  },
  'an association is an update of the parent': {
    send: ['POST', '/customers/2/relationships/orders', links('1')],
    tells: [
      {
        type: 'write',
        action: 'update',
        collectionName: 'customers',
        recordIds: ['2'],
        label: 'orders',
      },
    ],
  },
  'a dissociation is an update of the parent': {
    send: ['DELETE', '/customers/1/relationships/orders', { data: { attributes: { ids: ['1'] } } }],
    tells: [
      {
        type: 'write',
        action: 'update',
        collectionName: 'customers',
        recordIds: ['1'],
        label: 'orders',
      },
    ],
  },
  'a dissociation that deletes is a deletion of what it deletes': {
    send: [
      'DELETE',
      '/customers/1/relationships/orders?delete=true',
      { data: { attributes: { ids: ['1'] } } },
    ],
    tells: [{ type: 'write', action: 'delete', collectionName: 'orders', recordIds: ['1'] }],
  },
  'a changed relation is an update': {
    send: ['PUT', '/orders/1/relationships/customer', { data: { type: 'customers', id: '2' } }],
    tells: [
      {
        type: 'write',
        action: 'update',
        collectionName: 'orders',
        recordIds: ['1'],
        label: 'customer',
      },
    ],
  },
  'an action tells its name and its records': {
    send: ['POST', '/_actions/orders/0/refund', action('')],
    tells: [
      {
        type: 'write',
        action: 'action',
        collectionName: 'orders',
        recordIds: ['1', '2'],
        label: 'Refund',
      },
    ],
  },
  'an action that answers an error is labelled failed': {
    send: ['POST', '/_actions/orders/0/refund', action('error', ['1'])],
    tells: [
      {
        type: 'write',
        action: 'action',
        collectionName: 'orders',
        recordIds: ['1'],
        label: 'Refund (failed)',
      },
    ],
  },
  'an action that throws is labelled failed, whatever it throws': {
    send: ['POST', '/_actions/orders/0/refund', action('throw', ['1'])],
    tells: [
      {
        type: 'write',
        action: 'action',
        collectionName: 'orders',
        recordIds: ['1'],
        label: 'Refund (failed)',
      },
    ],
  },
  'a chart over a collection is a dashboard': {
    send: [
      'POST',
      '/stats/orders',
      { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' },
    ],
    tells: [{ type: 'read', action: 'dashboard', collectionName: 'orders' }],
  },
  'a chart of the agent is a dashboard of its name': {
    send: ['GET', '/_charts/mood'],
    tells: [{ type: 'read', action: 'dashboard', label: 'mood' }],
  },
  'a chart of a record is a dashboard that tells the record': {
    send: ['POST', '/_charts/orders/weight', { record_id: '1' }],
    tells: [
      {
        type: 'read',
        action: 'dashboard',
        collectionName: 'orders',
        recordIds: ['1'],
        label: 'weight',
      },
    ],
  },
  'the capabilities of a collection describe it': {
    send: ['POST', '/_internal/capabilities', { collectionNames: ['orders'] }],
    tells: [{ type: 'read', action: 'describeCollection', collectionName: 'orders' }],
  },
  'the capabilities of several are one entry': {
    send: ['POST', '/_internal/capabilities', { collectionNames: ['orders', 'customers'] }],
    tells: [{ type: 'read', action: 'describeCollection', label: 'orders, customers' }],
  },
  'a count makes no entry': { send: ['GET', '/orders/count'], tells: [] },
  'a count of related records makes no entry': {
    send: ['GET', '/customers/1/relationships/orders/count'],
    tells: [],
  },
  'a form makes no entry': {
    send: ['POST', '/_actions/orders/0/refund/hooks/load', action('')],
    tells: [],
  },
  'a record that is not there makes no entry': { send: ['GET', '/orders/99'], tells: [] },
  'an update of a record that is not there makes no entry': {
    send: ['PUT', '/orders/99', attributes({ reference: 'other' })],
    tells: [],
  },
  'a value that is refused makes no entry': {
    send: ['PUT', '/orders/1', attributes({ reference: 'far too long a text' })],
    tells: [],
  },
  'a body that is no JSON makes no entry': { send: ['POST', '/orders', '{'], tells: [] },
}

describe('the activity log', () => {
  it.each(Object.entries(cases))('is written by the agent: %s', async (_, { send, tells }) => {
    const agent = await start()
    await agent.send(...send)
    expect(await told(agent)).toEqual(tells)
  })

  it('has an entry for every route, but those known to make none', () => {
    const silent = routes
      .filter(route => !('isPublic' in route))
      .map(({ method, path }) => `${method} ${path}`)
      .filter(name => !(name in routeActivities))
    expect(silent.sort()).toEqual(silentRoutes)
  })

  it('tells nothing of what is refused', async () => {
    const agent = await start()
    agent.service.setRights('orders', { browse: false, read: false })
    const sent = [
      await agent.get('/orders'),
      await agent.get('/orders/1'),
      await agent.send('PUT', '/orders/1', attributes({ reference: 'x' })),
      await agent.send('DELETE', '/orders/1'),
      await agent.send('POST', '/_actions/orders/0/refund', action('')),
    ]
    expect(sent.map(answer => answer.status)).toEqual([403, 403, 403, 403, 403])
    expect(await told(agent)).toEqual([])
  })

  it('labels a write failed that changed something before it was refused', async () => {
    const agent = await start({
      customize: built =>
        built.customizeCollection('orders', orders =>
          orders.addHook('After', 'Update', () => {
            throw new ForbiddenError('Too late.')
          }),
        ),
    })
    const { status } = await agent.send('PUT', '/orders/1', attributes({ reference: 'x' }))
    expect(status).toBe(403)
    expect(await told(agent)).toMatchObject([{ action: 'update', label: 'failed' }])
  })

  it('says which approval an action was run by', async () => {
    const agent = await start()
    agent.service.setUser({ id: 8, email: 'bob@example.com', roleId: 1 })
    agent.service.setRights('orders', {
      browse: true,
      actions: { Refund: { trigger: true, requireApproval: true, approve: true } },
    })
    const { data } = action('', ['3'])
    const body = { data: { attributes: { ...data.attributes, action_name: 'Refund' } } }
    const signed = await agent.service.issueApproval({ requesterId: 8, body })
    const { status, text } = await agent.send('POST', '/_actions/orders/0/refund', {
      data: { attributes: { signed_approval_request: signed, ids: ['1'] } },
    })
    expect({ status, text }).toMatchObject({ status: 200 })
    expect(await told(agent)).toEqual([
      {
        type: 'write',
        action: 'action',
        collectionName: 'orders',
        recordIds: ['3'],
        label: 'Refund (approval 1)',
      },
    ])
  })

  it('waits in the folder of the option while the service is away', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'activity-'))
    // #region options
    const options = { activityLog: { folder, maxBytes: 16 * 1024 * 1024 } }
    // #endregion
    const agent = await start(options)
    agent.service.writeActivity = () => Promise.reject(new ServiceAwayError('Away.'))
    await agent.send('PUT', '/orders/1', attributes({ reference: 'x' }))
    await agent.agent.stop()
    const names = await readdir(folder, { recursive: true })
    expect(names.filter(name => name.endsWith('.writes'))).toHaveLength(1)
    await rm(folder, { recursive: true })
  })

  it('tells when a request began, not when it ended', async () => {
    const agent = await start({
      customize: built =>
        built.customizeCollection('orders', orders =>
          orders
            .addHook('Before', 'List', () => sleep(60))
            .addHook('After', 'Update', () => sleep(60)),
        ),
    })
    const asked: number[] = []
    for (const [method, path, body] of [
      ['GET', '/orders'],
      ['PUT', '/orders/1', attributes({ reference: 'x' })],
      ['GET', '/orders'],
    ] as const) {
      asked.push(Date.now())
      await agent.send(method, path, body)
    }
    await agent.agent.stop()
    const delays = agent.service.activity.map(
      ({ occurredAt = '' }, index) => Date.parse(occurredAt) - (asked[index] ?? 0),
    )
    expect(delays).toHaveLength(3)
    for (const delay of delays) expect(delay).toBeGreaterThanOrEqual(0)
    for (const [index, { occurredAt = '' }] of agent.service.activity.entries()) {
      // The next request started after this one had taken its 60 ms.
      const next = asked[index + 1]
      if (next !== undefined) expect(next - Date.parse(occurredAt)).toBeGreaterThanOrEqual(55)
    }
  })

  it('calls people and teams as they were called then', async () => {
    const agent = await start()
    await agent.get('/orders')
    agent.service.setUser({ id: 7, email: 'adele@example.com', roleId: 1 })
    agent.service.setTeam({ id: 1, name: 'Support' })
    await agent.get('/orders')
    await agent.agent.stop()
    expect(agent.service.activity.map(entry => [entry.userEmail, entry.teamName])).toEqual([
      ['ada@example.com', 'Operations'],
      ['adele@example.com', 'Support'],
    ])
  })

  it('shows in the health of the agent how many entries the service refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'activity-'))
    const agent = await start({ activityLog: { folder }, logger: () => {} })
    const healthy = { error: null, message: 'Agent is running', rights: 'open' }
    expect((await agent.get('/')).json).toEqual(healthy)
    agent.service.writeActivity = async entries =>
      entries.map(entry => ({ entry, reason: 'Not this one.' }))
    await agent.get('/orders')
    await expect
      .poll(async () => (await agent.get('/')).json)
      .toEqual({ ...healthy, activityLog: { deadLetters: 1, droppedReads: 0 } })
    await agent.agent.stop()
    await rm(folder, { recursive: true })
  })

  it('refuses options that it does not know', () => {
    for (const activityLog of [true, { folder: '' }, { maxBytes: 1000 }, { path: 'x' }]) {
      expect(() => createAgent({ ...secrets, activityLog: activityLog as never })).toThrow(
        /Option 'activityLog' is|Unknown option '\w+' of 'activityLog'/,
      )
    }
  })

  it('is not kept when the option says so', async () => {
    const agent = await start({ activityLog: false })
    await agent.get('/orders')
    expect(await told(agent)).toEqual([])
  })

  it('names the same user whatever the request says', async () => {
    const agent = await start()
    const claims = { 'x-user-id': '1', 'x-request-id': 'chosen-by-the-client' }
    await agent.get('/orders?userId=1&teamName=Others', claims)
    await agent.get('/orders?userId=1&teamName=Others', claims)
    expect(await told(agent)).toHaveLength(2)
  })
})

const silentRoutes = [
  'GET /:collection/:id/relationships/:relation/count',
  'GET /:collection/count',
  'GET /_internal/schema',
  'POST /_actions/:collection/:index/:slug/hooks/change',
  'POST /_actions/:collection/:index/:slug/hooks/load',
  'POST /_actions/:collection/:index/:slug/hooks/search',
  'POST /_actions/:collection/:slug/hooks/change',
  'POST /_actions/:collection/:slug/hooks/load',
  'POST /_actions/:collection/:slug/hooks/search',
  'POST /_batch',
  'POST /_internal/ai-proxy/ai-query',
  'POST /_internal/download-links',
  'POST /authentication/renew',
  'POST /scope-cache-invalidation',
]
