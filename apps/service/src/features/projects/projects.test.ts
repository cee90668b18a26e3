import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { schemaUpload } from '../../testing/schema-upload.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

describe('projects', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let owner: { id: number; username: string; email: string }
  let asOwner: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    owner = await seed.user({ isOwner: true })
    asOwner = await seed.session(owner.id)
  })
  afterAll(() => service?.stop())

  const create = (name: unknown, headers = asOwner) =>
    ask(service.url, 'POST', '/api/projects', { headers, body: { name } })

  it('starts with a team, a role, an environment and its creator, each of them logged', async () => {
    const { status, body } = await create('First')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'First',
      createdAt: expect.stringMatching(INSTANT),
      permissionLevel: 'admin',
      environment: {
        id: expect.any(Number),
        name: 'Development',
        kind: 'development',
        rights: 'enforced',
        ownerId: null,
        agentUrl: null,
        createdAt: expect.stringMatching(INSTANT),
        secrets: [{ createdAt: expect.stringMatching(INSTANT), expiresAt: null }],
        agent: expect.objectContaining({ state: 'never' }),
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    const logs = await listAdminLogs(service.deps.store, body.id)
    const records = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
    const added = { type: 'add', by: owner.id, previous: null }
    expect(logs).toEqual([
      { ...added, resource: 'project', next: { object: 'project', name: 'First' } },
      { ...added, resource: 'team', next: { object: 'team', name: 'Operations' } },
      { ...added, resource: 'role', next: { object: 'role', name: 'Operator' } },
      {
        ...added,
        resource: 'environment',
        next: { object: 'environment', name: 'Development', kind: 'development' },
      },
      {
        ...added,
        resource: 'role-rights',
        next: {
          role: { object: 'role', name: 'Operator' },
          environment: { object: 'environment', name: 'Development' },
          defaults: { ...records, trigger: true },
        },
      },
      {
        ...added,
        resource: 'user-project',
        next: {
          user: { object: 'user', id: owner.id, username: owner.username, email: owner.email },
          permissionLevel: 'admin',
          role: { object: 'role', name: 'Operator' },
          teams: [{ object: 'team', name: 'Operations' }],
          tags: [],
        },
      },
    ])
    expect(JSON.stringify(logs)).not.toContain(body.environment.secret)
  })

  it('enforces rights from the start: its first role may do everything, and any other nothing', async () => {
    const { body } = await create('Enforced')
    const agent = { 'service-secret-key': body.environment.secret }
    const upload = schemaUpload({ orders: ['Refund'] })
    await ask(service.url, 'POST', '/agent-api/schema', { headers: agent, body: upload })
    const roles = `/api/projects/${body.id}/roles`
    await ask(service.url, 'POST', roles, { headers: asOwner, body: { name: 'Visitor' } })
    const [operator] = (await ask(service.url, 'GET', roles, { headers: asOwner })).body.data
    expect(operator.name).toBe('Operator')
    const path = '/agent-api/permissions/environment'
    const { orders } = (await ask(service.url, 'GET', path, { headers: agent })).body.collections
    const operators = { roles: [operator.id] }
    expect(Object.values(orders.collection)).toEqual(Array(6).fill(operators))
    expect(orders.actions.Refund).toMatchObject({
      triggerEnabled: operators,
      approvalRequired: { roles: [] },
    })
  })

  it('are listed for their members only, with the level of each', async () => {
    const project = await seed.project()
    const editor = await seed.member(project, 'editor')
    const headers = await seed.session(editor.id)
    const { body } = await ask(service.url, 'GET', '/api/projects', { headers })
    expect(body).toEqual({
      data: [
        {
          id: project.id,
          name: project.name,
          createdAt: expect.stringMatching(INSTANT),
          permissionLevel: 'editor',
        },
      ],
    })
    const one = await ask(service.url, 'GET', `/api/projects/${project.id}`, { headers })
    expect(one.body).toEqual(body.data[0])
  })

  it('are one for a session that came through the single sign-on of one', async () => {
    const { body: first } = await create('By password')
    const { body: second } = await create('By single sign-on')
    const headers = await seed.session(owner.id, { ssoProjectId: second.id })
    const { body } = await ask(service.url, 'GET', '/api/projects', { headers })
    expect(body.data.map((project: { id: number }) => project.id)).toEqual([second.id])
    const entered = await ask(service.url, 'GET', `/api/projects/${first.id}`, { headers })
    expect(entered.status).toBe(403)
    const renamed = await ask(service.url, 'PATCH', `/api/projects/${second.id}`, {
      headers,
      body: { name: 'By password' },
    })
    expect([renamed.status, renamed.body.code]).toEqual([403, 'owner_required'])
  })

  it.each([
    [undefined, "'name' is missing."],
    [5, "'name' must be a string."],
    ['   ', "'name' must have 1 to 100 characters."],
    ['x'.repeat(101), "'name' must have 1 to 100 characters."],
    ['a\nb', "'name' must not have control characters."],
    ['a\0b', "'name' must not have control characters."],
    ['\ud800', "'name' must not have control characters."],
    ['..', "'name' must be more than '.' or '..'."],
  ])('refuse the name %j', async (name, message) => {
    const { status, body } = await create(name)
    expect([status, body]).toEqual([400, { code: 'invalid_body', message }])
  })

  it.each(['Sales/EMEA', '100 % sure?', 'a+b&c=d#e', 'Café ✓ 日本', '%2F', "O'Brien; drop"])(
    'called %j are reached by the public API under that name',
    async name => {
      const { body } = await create(`  ${name} `)
      expect(body.name).toBe(name)
      const token = await seed.apiToken({ projectId: body.id, userId: owner.id })
      const read = async (projectName: string) => {
        const path = `/v1/project/${encodeURIComponent(projectName)}/admin-logs`
        return (await ask(service.url, 'GET', path, { headers: token })).status
      }
      expect(await read(name)).toBe(200)
      expect(await read(`${name}!`)).toBe(403)
    },
  )

  it('cannot share a name, and a renaming tells both names', async () => {
    const { body: taken } = await create('Taken')
    const { body: other } = await create('Other')
    const again = await create('Taken')
    expect([again.status, again.body.code]).toEqual([409, 'project_name_taken'])
    const rename = (name: string) =>
      ask(service.url, 'PATCH', `/api/projects/${other.id}`, { headers: asOwner, body: { name } })
    const refused = await rename('Taken')
    expect([refused.status, refused.body.code]).toEqual([409, 'project_name_taken'])
    const renamed = await rename('Renamed')
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Renamed'])
    await rename('Renamed')
    expect((await listAdminLogs(service.deps.store, other.id)).slice(6)).toEqual([
      {
        type: 'update',
        resource: 'project',
        by: owner.id,
        previous: { object: 'project', name: 'Other' },
        next: { object: 'project', name: 'Renamed' },
      },
    ])
    expect(await listAdminLogs(service.deps.store, taken.id)).toHaveLength(6)
  })

  it('are not renamed by an admin who owns no installation, whether the name is taken or not', async () => {
    const project = await seed.project()
    const other = await seed.project()
    const headers = await seed.session(project.admin.id)
    const rename = async (name: string) =>
      (await ask(service.url, 'PATCH', `/api/projects/${project.id}`, { headers, body: { name } }))
        .body
    expect(await rename(other.name)).toEqual({
      code: 'owner_required',
      message: 'Only owners of this installation may rename a project.',
      rule: { kind: 'owner' },
    })
    expect(await rename('Free')).toEqual(await rename(other.name))
  })

  it('are closed to people, tokens and agents once deleted; logs stay and the name is free', async () => {
    const { body: project } = await create('Short-lived')
    const token = await seed.apiToken({ projectId: project.id, userId: owner.id })
    const path = `/api/projects/${project.id}`
    const logs = '/v1/project/Short-lived/admin-logs'
    expect((await ask(service.url, 'GET', logs, { headers: token })).status).toBe(200)
    expect((await ask(service.url, 'DELETE', path, { headers: asOwner })).status).toBe(204)
    expect((await ask(service.url, 'GET', path, { headers: asOwner })).status).toBe(404)
    expect((await ask(service.url, 'DELETE', path, { headers: asOwner })).status).toBe(404)
    expect((await ask(service.url, 'GET', logs, { headers: token })).status).toBe(401)
    expect((await listAdminLogs(service.deps.store, project.id)).at(-1)).toEqual({
      type: 'remove',
      resource: 'project',
      by: owner.id,
      previous: { object: 'project', name: 'Short-lived' },
      next: null,
    })
    expect((await create('Short-lived')).status).toBe(201)
  })

  it('leave nothing behind when their creation fails', async () => {
    const count = () =>
      service.deps.store.db
        .selectFrom('environments')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    await create('Once')
    const before = await count()
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await create('Only one')).status),
    )
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)])
    expect(Number((await count()).count)).toBe(Number(before.count) + 1)
  })
})
