import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLogs } from '../../logs/verify-logs.js'
import { ask } from '../../testing/ask.js'
import { type GrantProject, type GrantWorld, startGrantWorld } from '../../testing/grant-world.js'
import { onAnyStore } from '../../testing/on-each-store.js'

onAnyStore('an agent of the family with its MCP server mounted', postgresUrl => {
  let world: GrantWorld
  let project: GrantProject
  /** What the agent keeps of the person: `serverToken`. */
  let token: string

  beforeAll(async () => {
    world = await startGrantWorld(postgresUrl)
    project = await world.project()
    token = (await world.grantFor(project, { scope: 'mcp:read mcp:write mcp:action' })).accessToken
  })
  afterAll(() => world?.stop())

  const send = (method: string, path: string, body?: unknown, bearer = token) =>
    ask(world.service.url, method, path, { headers: { authorization: `Bearer ${bearer}` }, body })
  const asAgent = (method: string, path: string, body?: unknown, of = project) =>
    ask(world.service.url, method, path, {
      headers: { 'forest-secret-key': of.environment.secret },
      body,
    })
  const flat = (changes: object = {}) => ({
    type: 'write',
    action: 'update',
    label: 'updated',
    status: 'pending',
    records: ['3'],
    renderingId: String(project.renderingId),
    collectionModelName: 'books',
    ...changes,
  })
  const begin = async (changes: object = {}) => {
    const { status, body } = await send('POST', '/api/activity-logs-requests/mcp', flat(changes))
    expect([status, body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          type: 'activity-logs-requests',
          attributes: { index: expect.stringMatching(/^[\w-]+$/) },
        },
      },
    ])
    return `/api/activity-logs-requests/${body.data.attributes.index}/${body.data.id}/status`
  }
  /** The log as people read it, the newest first. */
  const logged = async () => {
    const session = await world.seed.session(project.admin.id)
    const path = `/api/projects/${project.id}/environments/${project.environment.id}/activity-logs`
    const { body } = await ask(world.service.url, 'GET', path, { headers: session })
    return body.data as Record<string, unknown>[]
  }

  it('finds where it is, and who the person is', async () => {
    const session = await world.seed.session(project.admin.id)
    const path = `/api/projects/${project.id}/environments/${project.environment.id}`
    const agentUrl = 'https://agent.example/forest'
    await ask(world.service.url, 'PATCH', path, { headers: session, body: { agentUrl } })
    const { body } = await asAgent('GET', '/liana/environment')
    expect(body.data).toMatchObject({
      id: String(project.environment.id),
      attributes: { api_endpoint: 'https://agent.example' },
    })
    const authorization = await ask(
      world.service.url,
      'GET',
      `/liana/v2/renderings/${project.renderingId}/authorization`,
      { headers: { 'forest-secret-key': project.environment.secret, 'forest-token': token } },
    )
    expect(authorization.body.data.attributes.email).toBe(project.admin.email)
  })

  it('writes what it begins, which is read at once, in the name of the person', async () => {
    const path = await begin({ userId: 999, username: 'Somebody else' })
    expect((await logged())[0]).toMatchObject({
      id: path.split('/').at(-2),
      type: 'write',
      action: 'update',
      label: 'updated',
      recordIds: ['3'],
      user: { id: project.admin.id, email: project.admin.email },
      team: { name: 'Operations' },
      collection: { name: 'books' },
    })
  })

  it('writes as JSON:API too', async () => {
    const document = (collection: object | null) => ({
      data: {
        id: 1,
        type: 'activity-logs-requests',
        attributes: {
          type: 'read',
          action: 'index',
          label: 'list relation "orders"',
          status: 'pending',
          records: ['42'],
        },
        relationships: {
          rendering: { data: { id: String(project.renderingId), type: 'renderings' } },
          collection: { data: collection },
        },
      },
    })
    const sendAbout = (collection: object | null) =>
      send('POST', '/api/activity-logs-requests', document(collection))
    const { status, body } = await sendAbout({ id: 'books', type: 'collections' })
    expect(status).toBe(201)
    const [entry] = await logged()
    expect(entry).toMatchObject({
      id: body.data.id,
      action: 'index',
      label: 'list relation "orders"',
      recordIds: ['42'],
      collection: { name: 'books' },
    })
    expect((await sendAbout(null)).status).toBe(201)
    expect((await logged())[0]).not.toHaveProperty('collection')
    expect((await sendAbout({ id: 17, type: 'collections' })).status).toBe(201)
    expect((await logged())[0]).toMatchObject({ collection: { name: '17' } })
  })

  it('keeps the id 0, and leaves out what is empty', async () => {
    await begin({ records: [0], label: '', collectionModelName: undefined })
    const [entry] = await logged()
    expect(entry).toMatchObject({ recordIds: ['0'] })
    expect(entry).not.toHaveProperty('label')
    await begin({ records: [], label: null, collectionModelName: null })
    expect((await logged())[0]).not.toHaveProperty('recordIds')
  })

  it('changes nothing by telling that it was completed', async () => {
    const path = await begin()
    const before = await logged()
    const { status, body } = await send('PATCH', path, { status: 'completed' })
    expect([status, body]).toEqual([204, undefined])
    expect(await logged()).toEqual(before)
  })

  it('adds one entry by telling that it failed, however often', async () => {
    const path = await begin({ action: 'action', label: 'Refund', records: ['1', '2'] })
    const [begun, ...others] = await logged()
    for (const _ of [1, 2, 3]) {
      expect((await send('PATCH', path, { status: 'failed' })).status).toBe(204)
    }
    const [failed, ...before] = await logged()
    expect(before.slice(0, 5)).toEqual([begun, ...others].slice(0, 5))
    expect(failed).toMatchObject({
      type: 'write',
      action: 'action',
      label: 'Refund (failed)',
      recordIds: ['1', '2'],
      occurredAt: begun?.createdAt,
      user: begun?.user,
      team: begun?.team,
      collection: begun?.collection,
    })
  })

  it('leaves a log whose hashes are in order', async () => {
    await send('PATCH', await begin({ label: undefined }), { status: 'failed' })
    expect((await logged())[0]).toMatchObject({ label: 'failed' })
    const owners = [{ kind: 'activity_logs' as const, ownerId: project.environment.id }]
    const [report] = await verifyLogs(world.db, { owners })
    expect(report?.rows).toBeGreaterThan(3)
    expect(report?.problem).toBeUndefined()
  })

  describe('is refused', () => {
    const errors = (status: number, detail: RegExp) => ({
      status,
      body: {
        errors: [{ status, name: expect.any(String), detail: expect.stringMatching(detail) }],
      },
    })

    it.each<[string, object, number, RegExp]>([
      ['an action nobody knows', { action: 'steal' }, 400, /'action' must be/],
      ['another type', { type: 'admin' }, 400, /'type' must be/],
      ['a rendering that is none', { renderingId: 'x' }, 400, /'renderingId' must be/],
      ['another rendering', { renderingId: 999_999 }, 403, /another rendering/],
      ['a status nobody knows', { status: 'perhaps' }, 400, /'status' must be/],
      ['records that are none', { records: [{}] }, 400, /'records/],
    ])('%s', async (_, changes, status, detail) => {
      const before = await logged()
      const { headers: __, ...answer } = await send(
        'POST',
        '/api/activity-logs-requests/mcp',
        flat(changes),
      )
      expect(answer).toEqual(errors(status, detail))
      expect(await logged()).toEqual(before)
    })

    it.each([
      ['mcp:read', 'update', 403],
      ['mcp:read mcp:write', 'action', 403],
      ['mcp:read mcp:write', 'update', 201],
      ['mcp:read mcp:action', 'action', 201],
      ['mcp:read mcp:action', 'delete', 403],
    ])(
      'what the person did not let the program do: with %s, %s gets %i',
      async (scope, action, status) => {
        const { accessToken } = await world.grantFor(project, { scope })
        const path = '/api/activity-logs-requests/mcp'
        expect((await send('POST', path, flat({ action }), accessToken)).status).toBe(status)
        const read = flat({ type: 'read', action: 'index' })
        expect((await send('POST', path, read, accessToken)).status).toBe(201)
      },
    )

    it('nobody, and the environment itself', async () => {
      const path = '/api/activity-logs-requests/mcp'
      expect((await send('POST', path, flat(), 'nobody')).status).toBe(401)
      expect((await asAgent('POST', path, flat())).status).toBe(401)
    })

    it('an end of what is not there, or is somebody else’s', async () => {
      const path = await begin()
      const { id } = await world.seed.member(project, 'user')
      const other = await world.grantFor(project, { userId: id })
      expect((await send('PATCH', path, { status: 'failed' }, other.accessToken)).status).toBe(404)
      for (const wrong of [
        path.replace(/[^/]+\/status$/, 'x-1/status'),
        path.replace(/-\d{20}/, '-20200101000000000000'),
        path.replace(/-\d{20}/, '-99999999999999999999'),
        path.replace(/\d+-\d{20}/, '0'),
      ]) {
        expect([wrong, (await send('PATCH', wrong, { status: 'failed' })).status]).toEqual([
          wrong,
          404,
        ])
      }
      expect((await send('PATCH', path, { status: 'pending' })).status).toBe(400)
    })

    it.each(['20260230000000000001', '00000101000000000001', '20261301000000000001'])(
      'the end of an entry of a day that never was: %s',
      async moment => {
        const [, id] = /([^/]+)\/status$/.exec(await begin()) ?? []
        const path = `/api/activity-logs-requests/${project.renderingId}-${moment}/${id}/status`
        expect((await send('PATCH', path, { status: 'failed' })).status).toBe(404)
      },
    )

    it('an end that comes after more than a day', async () => {
      const path = await begin()
      const [, index = '', id = ''] = /requests\/([^/]+)\/([^/]+)/.exec(path) ?? []
      await world.db
        .updateTable('activity_logs')
        .set({ created_at: '2026-01-01T00:00:00.000001Z' })
        .where('environment_id', '=', project.environment.id)
        .where('seq', '=', Number.parseInt(id.split('-')[1] ?? '', 36))
        .execute()
      const old = index.replace(/\d{20}$/, '20260101000000000001')
      const answer = await send('PATCH', `/api/activity-logs-requests/${old}/${id}/status`, {
        status: 'failed',
      })
      expect(answer.status).toBe(404)
    })
  })
})
