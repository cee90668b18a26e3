import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../testing/ask.js'
import { onAnyStore } from '../../../testing/on-each-store.js'
import { schemaUpload } from '../../../testing/schema-upload.js'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'

const look = { browse: true, read: true, edit: false, add: false, delete: false, export: false }
const none = { ...look, browse: false, read: false }
const nobody = { roles: [] }
const noConditions = {
  triggerConditions: [],
  approvalRequiredConditions: [],
  userApprovalConditions: [],
}

onAnyStore('the documents agents decide by', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let admin: Record<string, string>
  let agent: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    agent = { 'service-secret-key': project.environment.secret }
  })

  const read = (path: string, headers: Record<string, string> = {}) =>
    ask(service.url, 'GET', `/agent-api${path}`, { headers: { ...agent, ...headers } })
  const change = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(service.url, method, `/api/projects/${project.id}${path}`, {
      headers: admin,
      body,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const environment = () => `/environments/${project.environment.id}`
  const team = () => `${environment()}/teams/${project.team.id}`
  const setRights = (roleId: number, rights: object) =>
    change('PUT', `${environment()}/roles/${roleId}/rights`, rights)
  const upload = () =>
    ask(service.url, 'POST', '/agent-api/schema', {
      headers: agent,
      body: schemaUpload({ orders: ['Refund'], customers: [] }),
    })

  it('tell who may do what: collections of the schema and of rights, with defaults, fields and actions', async () => {
    const { role } = project
    const auditor = await change('POST', '/roles', { name: 'Auditor' })
    const idle = await change('POST', '/roles', { name: 'Idle' })
    const trigger = { field: 'total', operator: 'less_than', value: 100, source: 'data' }
    await upload()
    await setRights(role.id, {
      defaults: none,
      collections: {
        orders: {
          ...look,
          edit: true,
          fields: { margin: { read: false, edit: false } },
          actions: {
            Refund: { trigger: true, requireApproval: true, triggerCondition: trigger },
            Hidden: { approve: true, selfApprove: true },
          },
        },
      },
    })
    await setRights(auditor.id, {
      defaults: look,
      collections: { archive: { ...look, export: true } },
    })
    const both = { roles: [role.id, auditor.id] }
    const rights = {
      addEnabled: nobody,
      deleteEnabled: nobody,
      editEnabled: nobody,
      exportEnabled: nobody,
    }
    const auditors = {
      browseEnabled: { roles: [auditor.id] },
      readEnabled: { roles: [auditor.id] },
    }
    const { status, body } = await read('/permissions/environment')
    expect(status).toBe(200)
    expect(body).toEqual({
      collections: {
        archive: {
          collection: { ...rights, ...auditors, exportEnabled: { roles: [auditor.id] } },
          actions: {},
        },
        customers: { collection: { ...rights, ...auditors }, actions: {} },
        orders: {
          collection: {
            ...rights,
            browseEnabled: both,
            readEnabled: both,
            editEnabled: { roles: [role.id] },
          },
          // A role that says nothing of a field is not narrowed by it.
          fields: {
            margin: {
              readEnabled: { roles: [auditor.id, idle.id] },
              editEnabled: { roles: [auditor.id, idle.id] },
            },
          },
          actions: {
            Hidden: {
              ...noConditions,
              triggerEnabled: nobody,
              approvalRequired: nobody,
              userApprovalEnabled: { roles: [role.id] },
              selfApprovalEnabled: { roles: [role.id] },
            },
            Refund: {
              ...noConditions,
              triggerEnabled: { roles: [role.id] },
              triggerConditions: [{ roleId: role.id, filter: trigger }],
              approvalRequired: { roles: [role.id] },
              userApprovalEnabled: nobody,
              selfApprovalEnabled: nobody,
            },
          },
        },
      },
    })
  })

  it('know nothing of deleted roles', async () => {
    const gone = await change('POST', '/roles', { name: 'Gone' })
    await setRights(gone.id, { defaults: none, collections: { orders: look } })
    expect((await read('/permissions/environment')).body.collections.orders).toBeDefined()
    await change('DELETE', `/roles/${gone.id}`)
    expect((await read('/permissions/environment')).body).toEqual({ collections: {} })
  })

  it.each(['production', 'staging', 'development'])(
    'allow nothing that nobody granted: kind %s',
    async kind => {
      await upload()
      await change('PATCH', environment(), { kind })
      const { orders } = (await read('/permissions/environment')).body.collections
      expect(Object.values(orders.collection)).toEqual(Array(6).fill(nobody))
      expect(orders.actions.Refund.triggerEnabled).toEqual(nobody)
    },
  )

  it('allow everything in an environment that was opened, until it is closed', async () => {
    await change('PATCH', environment(), { rights: 'open' })
    expect((await read('/permissions/environment')).body).toBe(true)
    await change('PATCH', environment(), { rights: 'enforced' })
    expect((await read('/permissions/environment')).body).toEqual({ collections: {} })
  })

  it('let a role run the actions of collections that are not listed, when its defaults say so', async () => {
    const { role } = project
    await upload()
    await setRights(role.id, {
      defaults: { ...none, trigger: true },
      collections: { archive: look },
    })
    const { orders, archive } = (await read('/permissions/environment')).body.collections
    expect(orders.actions.Refund).toEqual({
      ...noConditions,
      triggerEnabled: { roles: [role.id] },
      approvalRequired: nobody,
      userApprovalEnabled: nobody,
      selfApprovalEnabled: nobody,
    })
    expect(archive.actions).toEqual({})
  })

  it('tell who the people are, and which renderings they may open', async () => {
    const abroad = await change('POST', '/teams', { name: 'Abroad' })
    const { data } = await change('GET', `${environment()}/renderings`)
    const findRenderingId = (name: string) =>
      data.find((one: { team: { name: string } }) => one.team.name === name).id
    const disabled = await seed.member(project, 'user')
    await service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', disabled.id)
      .execute()
    const person = await seed.member(project, 'manager')
    await change('PATCH', `/people/${person.id}`, {
      teamIds: [project.team.id, abroad.id],
      tags: { country: 'FR' },
    })
    expect((await read('/permissions/users')).body).toEqual([
      expect.objectContaining({ id: project.admin.id, permissionLevel: 'admin' }),
      {
        id: person.id,
        email: person.email,
        firstName: 'Test',
        lastName: 'User',
        fullName: 'Test User',
        permissionLevel: 'manager',
        roleId: project.role.id,
        role: 'Support',
        tags: { country: 'FR' },
        renderingIds: [findRenderingId('Operations'), findRenderingId('Abroad')],
        username: person.username,
        sessionVersion: 0,
      },
    ])
  })

  it('tell what each team sees: scopes, SQL segments, charts, and every collection of the schema', async () => {
    await upload()
    const condition = { field: 'country', operator: 'equal', value: '{{currentUser.tags.country}}' }
    const query = "select id from orders where status = 'paid';"
    const definition = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
    await change('PUT', `${team()}/scopes/orders`, { condition })
    await change('POST', `${team()}/segments`, {
      name: 'Paid',
      collectionName: 'archive',
      connectionName: 'main',
      query,
    })
    await change('POST', `${team()}/charts`, { name: 'Orders', definition })
    const other = await change('POST', '/teams', { name: 'Abroad' })
    const empty = { scope: null, segments: [], liveQuerySegments: [] }
    const operations = {
      team: { id: project.team.id, name: 'Operations' },
      collections: {
        archive: {
          scope: null,
          segments: [query],
          liveQuerySegments: [{ connectionName: 'main', query, name: 'Paid' }],
        },
        customers: empty,
        orders: { ...empty, scope: condition },
      },
      stats: [definition],
    }
    const abroad = {
      team: { id: other.id, name: 'Abroad' },
      collections: { customers: empty, orders: empty },
      stats: [],
    }
    const { body } = await read('/permissions/renderings')
    expect(Object.values(body)).toEqual([operations, abroad])
    const [first, second] = Object.keys(body)
    expect((await read(`/permissions/renderings/${first}`)).body).toEqual(operations)
    expect((await read(`/permissions/renderings/${second}`)).body).toEqual(abroad)
    await change('DELETE', `/teams/${other.id}`)
    expect(Object.keys((await read('/permissions/renderings')).body)).toEqual([first])
    expect((await read(`/permissions/renderings/${second}`)).status).toBe(404)
  })

  it('answer 404 for a rendering of another environment', async () => {
    const other = await seed.project()
    const answer = await ask(service.url, 'GET', '/agent-api/permissions/renderings', {
      headers: { 'service-secret-key': other.environment.secret },
    })
    const [foreign] = Object.keys(answer.body)
    const { status, body } = await read(`/permissions/renderings/${foreign}`)
    expect([status, body]).toEqual([
      404,
      { code: 'not_found', message: 'There is no such rendering in this environment.' },
    ])
  })

  it('tell which addresses may come', async () => {
    expect((await read('/ip-rules')).body).toEqual({
      data: { attributes: { use_ip_whitelist: false, rules: [] } },
    })
    const rules = [
      { type: 0, ip: '127.0.0.1' },
      { type: 1, ipMinimum: '10.0.0.1', ipMaximum: '10.0.0.9' },
      { type: 2, range: '127.0.0.0/8' },
    ]
    await change('PUT', `${environment()}/ip-rules`, { isEnabled: true, rules })
    expect((await read('/ip-rules')).body).toEqual({
      data: { attributes: { use_ip_whitelist: true, rules } },
    })
  })

  it('tell the environment with the address of its agent, and that nothing is customized', async () => {
    const id = String(project.environment.id)
    const { port } = new URL(service.url)
    expect((await read('/environment')).body).toEqual({
      data: {
        id,
        attributes: {
          api_endpoint: null,
          agent_url: null,
          hint: expect.any(String),
          panelOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
        },
      },
    })
    expect((await read('/model-customizations')).body).toEqual([])
  })

  it.each([
    ['https://admin.example.com/service/', 'https://admin.example.com'],
    ['https://admin.example.com/forest', 'https://admin.example.com'],
    ['https://example.com/admin/forest', 'https://example.com/admin'],
    ['https://example.com:8443/own-prefix', 'https://example.com:8443/own-prefix'],
    ['https://example.com/deforest', 'https://example.com/deforest'],
    ['https://forest', 'https://forest'],
  ])('tell the address of the agent at %s without its prefix: %s', async (agentUrl, endpoint) => {
    await change('PATCH', environment(), { agentUrl })
    expect((await read('/environment')).body).toMatchObject({
      data: { attributes: { api_endpoint: endpoint, agent_url: agentUrl.replace(/\/$/, '') } },
    })
  })

  it.each([
    '/permissions/environment',
    '/permissions/users',
    '/permissions/renderings',
    '/ip-rules',
  ])(
    'answer 304 to who has %s already, however the tag is written, until it changes',
    async path => {
      const { headers, body } = await read(path)
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{43}"$/)
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const answer = await read(path, { 'if-none-match': tag })
        expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([
          304,
          undefined,
          etag,
        ])
      }
      expect((await read(path, { 'if-none-match': '"x"' })).body).toEqual(body)
      await upload()
      await seed.member(project, 'user')
      await change('PUT', `${environment()}/ip-rules`, {
        isEnabled: false,
        rules: [{ type: 0, ip: '10.0.0.1' }],
      })
      const after = await read(path, { 'if-none-match': etag })
      expect(after.status).toBe(200)
      expect(after.headers.get('etag')).not.toBe(etag)
    },
  )

  it('keep their ETag when a change leaves them as they were', async () => {
    const etag = (await read('/permissions/users')).headers.get('etag')
    const person = await seed.member(project, 'user')
    expect((await read('/permissions/users')).headers.get('etag')).not.toBe(etag)
    await change('DELETE', `/people/${person.id}`)
    expect((await read('/permissions/users')).headers.get('etag')).toBe(etag)
  })
})
