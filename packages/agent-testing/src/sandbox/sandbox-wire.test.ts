import { computeCodeChallenge } from '@service/authorization'
import type {
  AgentCode,
  WireIpRules,
  WirePermissions,
  WireRenderings,
  WireUser,
} from '@service/protocol'
import { parseEvents } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceSandbox, type ServiceSandbox } from './create-service-sandbox.js'

const secret = 'e'.repeat(64)
let sandbox: ServiceSandbox

type Rights = Exclude<WirePermissions, true>

beforeEach(async () => {
  sandbox = await createServiceSandbox(0)
})
afterEach(() => sandbox.close())

const ask = (path: string, init: RequestInit = {}, header = 'service-secret-key') =>
  fetch(`${sandbox.url}${path}`, { ...init, headers: { [header]: secret, ...init.headers } })

const json = async <T = unknown>(path: string): Promise<T> => (await ask(path)).json() as Promise<T>

const post = (path: string, body: object, header?: string) =>
  ask(
    path,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    },
    header,
  )

const action = { id: 'orders-0-refund', name: 'Refund', fields: [] }
const upload = {
  meta: { liana: 'agent', schemaFileHash: 'abc' },
  data: [
    {
      type: 'collections',
      id: 'orders',
      attributes: { name: 'orders', fields: [] },
      relationships: { actions: { data: [{ type: 'actions', id: action.id }] } },
    },
  ],
  included: [{ type: 'actions', id: action.id, attributes: { name: 'Refund', fields: [] } }],
}

/** Both paths of each route. */
const paths = {
  rights: ['/agent-api/permissions/environment', '/liana/v4/permissions/environment'],
  users: ['/agent-api/permissions/users', '/liana/v4/permissions/users'],
  rendering: ['/agent-api/permissions/renderings/1', '/liana/v4/permissions/renderings/1'],
  ipRules: ['/agent-api/ip-rules', '/liana/v1/ip-whitelist-rules'],
  environment: ['/agent-api/environment', '/liana/environment'],
  customizations: ['/agent-api/model-customizations', '/liana/model-customizations'],
}

describe('the sandbox', () => {
  it('gives the panel codes that an agent exchanges once', async () => {
    sandbox.signInAs(secret, 1, 'http://127.0.0.1:3351/service')
    const { data } = await json<{ data: { id: string; attributes: object } }>(
      '/agent-api/environment',
    )
    const { port } = sandbox
    expect(data.attributes).toMatchObject({
      panelOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    })
    const codeVerifier = 'a verifier of the panel that has more than 43 characters'
    const issued = await post(`/api/projects/1/environments/${data.id}/agent-codes`, {
      renderingId: 1,
      codeChallenge: computeCodeChallenge(codeVerifier),
    })
    const { code, agentUrl } = (await issued.json()) as AgentCode
    expect(agentUrl).toBe('http://127.0.0.1:3351/service')
    const exchange = () => post('/agent-api/panel-codes', { code, codeVerifier })
    expect(await (await exchange()).json()).toMatchObject({
      data: { id: '1', attributes: { email: 'admin@example.com', teams: ['Operations'] } },
      renderingId: 1,
    })
    const again = await exchange()
    expect([again.status, await again.json()]).toMatchObject([400, { code: 'invalid_code' }])
  })

  it('answers the same in both spellings', async () => {
    for (const [ours, other] of Object.values(paths)) {
      const [first, second] = [await ask(ours!), await ask(other!, {}, 'forest-secret-key')]
      expect(first.status).toBe(200)
      expect(await second.text()).toBe(await first.text())
    }
  })

  it('begins with one administrator who may do everything', async () => {
    expect(await json(paths.rights[0]!)).toBe(true)
    const [user] = await json<readonly WireUser[]>(paths.users[0]!)
    expect(user).toMatchObject({ id: 1, roleId: 1, permissionLevel: 'admin', role: 'Admin' })
    expect(await (await ask(paths.rendering[0]!)).json()).toEqual({
      team: { id: 1, name: 'Operations' },
      collections: {},
      stats: [],
    })
    expect((await json<WireIpRules>(paths.ipRules[0]!)).data.attributes).toEqual({
      use_ip_whitelist: false,
      rules: [],
    })
    expect(await (await ask(paths.customizations[0]!)).json()).toEqual([])
    expect((await ask('/agent-api/permissions/renderings/9')).status).toBe(404)
  })

  it('answers 304 to who holds the current document', async () => {
    const etag = (await ask(paths.users[0]!)).headers.get('etag') ?? ''
    const held = { headers: { 'if-none-match': etag } }
    expect((await ask(paths.users[0]!, held)).status).toBe(304)
    await sandbox.environment(secret).setRole(1, 'Root')
    expect((await ask(paths.users[0]!, held)).status).toBe(200)
  })

  it('keeps the schema, in both spellings, and says when it is known', async () => {
    const check = async (schemaFileHash: string) =>
      (await post('/agent-api/schema/hash-check', { schemaFileHash })).json()
    expect((await ask('/agent-api/schema')).status).toBe(404)
    expect(await check('abc')).toEqual({ sendSchema: true })
    expect((await post('/forest/apimaps', upload, 'forest-secret-key')).ok).toBe(true)
    expect(await check('abc')).toEqual({ sendSchema: false })
    expect(await check('other')).toEqual({ sendSchema: true })
    const { data } = await json<{ data: { attributes: { actions: object[] } }[] }>(
      '/liana/forest-schema',
    )
    expect(data[0]?.attributes.actions).toEqual([action])
    const { schemas } = await sandbox.environment(secret).recorded()
    expect(schemas).toHaveLength(1)
    expect(schemas[0]?.meta).toEqual({ liana: 'agent' })
  })

  it('writes rights out as every agent of the family reads them', async () => {
    await post('/agent-api/schema', upload)
    const service = sandbox.environment(secret)
    await service.setRole(2, 'Support')
    await service.overrideCollectionPermission('orders', {
      deleteEnabled: false,
      fields: { total: { read: { roles: [1] } } },
    })
    const { collections } = await json<Rights>(paths.rights[1]!)
    expect(collections.orders?.collection).toMatchObject({
      browseEnabled: true,
      deleteEnabled: false,
    })
    expect(collections.orders?.fields?.total).toEqual({
      readEnabled: { roles: [1] },
      editEnabled: true,
    })
    expect(collections.orders?.actions.Refund).toEqual({
      triggerEnabled: { roles: [1, 2] },
      triggerConditions: [],
      approvalRequired: { roles: [] },
      approvalRequiredConditions: [],
      userApprovalEnabled: { roles: [] },
      userApprovalConditions: [],
      selfApprovalEnabled: { roles: [] },
    })
  })

  it('takes overrides over HTTP, which add up until they are cleared', async () => {
    await post('/agent-schema', { collections: [{ name: 'orders', actions: [action] }], meta: {} })
    const override = (orders: object) => post('/permission-override', { collections: { orders } })
    expect((await override({ collection: { addEnabled: false } })).status).toBe(200)
    await override({ actions: { Refund: { triggerEnabled: false } } })
    const read = async () => (await json<Rights>(paths.rights[0]!)).collections.orders
    expect((await read())?.collection.addEnabled).toBe(false)
    expect((await read())?.actions.Refund?.triggerEnabled).toEqual({ roles: [] })
    await ask('/permission-override', { method: 'DELETE' })
    expect(await (await ask(paths.rights[0]!)).json()).toBe(true)
  })

  it('tells scopes, segments, charts and addresses', async () => {
    const service = sandbox.environment(secret)
    const scope = { field: 'id', operator: 'present' }
    await service.setTeam({ id: 2, name: 'Sales', renderingId: 20 })
    await service.setScope(20, 'orders', scope)
    await service.setLiveQueries(20, 'orders', [{ query: 'select 1', connectionName: 'main' }])
    await service.setCharts(20, [{ type: 'Value' }])
    await service.setIpRules([{ type: 0, ip: '127.0.0.1' }])
    const renderings = await json<WireRenderings>('/agent-api/permissions/renderings')
    expect(Object.keys(renderings)).toEqual(['1', '20'])
    expect(renderings[20]).toEqual({
      team: { id: 2, name: 'Sales' },
      collections: {
        orders: {
          scope,
          segments: ['select 1'],
          liveQuerySegments: [{ query: 'select 1', connectionName: 'main' }],
        },
      },
      stats: [{ type: 'Value' }],
    })
    expect((await json<WireIpRules>(paths.ipRules[1]!)).data.attributes).toEqual({
      use_ip_whitelist: true,
      rules: [{ type: 0, ip: '127.0.0.1' }],
    })
  })

  it('keeps environments apart', async () => {
    await sandbox.environment('f'.repeat(64)).setRole(1, 'Somebody else')
    const [user] = await json<readonly WireUser[]>(paths.users[0]!)
    expect(user?.role).toBe('Admin')
  })

  it('takes the activity log, each entry once', async () => {
    const entry = { key: 'k', type: 'read', action: 'index', userId: 1 }
    const write = async (entries: object[]) =>
      (await post('/agent-api/activity-logs', { entries })).json()
    expect(await write([entry])).toEqual({ written: 1, repeated: 0, refused: [] })
    expect(await write([entry, { ...entry, key: 'l' }])).toEqual({
      written: 1,
      repeated: 1,
      refused: [],
    })
    const { activity, requests } = await sandbox.environment(secret).recorded()
    expect(activity.map(({ key }) => key)).toEqual(['k', 'l'])
    expect(requests).toHaveLength(2)
    expect(requests[0]).toEqual({
      method: 'POST',
      path: '/agent-api/activity-logs',
      body: { entries: [entry] },
    })
  })

  it('keeps the latest 300 requests, not all for ever', async () => {
    for (let count = 0; count < 310; count++) await ask(paths.users[0]!)
    await ask('/nothing')
    const { requests } = await sandbox.environment(secret).recorded()
    expect(requests).toHaveLength(300)
    expect(requests.at(-1)).toMatchObject({ path: '/nothing' })
  })

  it('says what it has not', async () => {
    const unknown = await ask('/nothing')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({
      errors: [{ status: 404, detail: 'The sandbox has no GET /nothing.' }],
    })
    expect((await fetch(sandbox.url + paths.users[0])).status).toBe(401)
    const broken = await ask('/agent-schema', { method: 'POST', body: '{' })
    expect(broken.status).toBe(400)
    const command = await post('/test-service', { command: 'toString', arguments: [] })
    expect(command.status).toBe(404)
  })

  it('closes, twice if need be, with streams open', async () => {
    const stream = await ask('/agent-api/events')
    const reader = stream.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    expect(first).toContain('event: heartbeat')
    await sandbox.stop()
    await sandbox.close()
    await expect(ask(paths.users[0]!)).rejects.toThrow()
    await reader?.read().catch(() => undefined)
  })

  it('tells a stream what it missed', async () => {
    const service = sandbox.environment(secret)
    await service.setRole(2, 'Support')
    await service.setUser({ id: 2, email: 'b@example.com', roleId: 2 })
    await service.setIpRules([])
    const heard = async (lastEventId: string) => {
      const response = await ask('/agent-api/events', {
        headers: { 'last-event-id': lastEventId },
      })
      const reader = response.body?.getReader()
      const text = new TextDecoder().decode((await reader?.read())?.value)
      await reader?.cancel()
      return parseEvents(text).map(({ event }) => event)
    }
    const all = await heard('0')
    expect(all[0]).toBe('heartbeat')
    expect(all).toContain('refresh-users')
    expect(all.at(-1)).toBe('refresh-ip-rules')
    expect(await heard('100')).toEqual(['heartbeat'])
  })
})
