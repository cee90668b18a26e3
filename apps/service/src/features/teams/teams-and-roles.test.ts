import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { connectSso } from '../../testing/connect-sso.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

let service: TestService
let seed: ReturnType<typeof createSeed>

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'))
  seed = createSeed(service.deps.store)
})
afterAll(() => service?.stop())

describe.each([
  { table: 'teams', noun: 'team' },
  { table: 'roles', noun: 'role' },
] as const)('$table', ({ table, noun }) => {
  let project: SeededProject
  let headers: Record<string, string>
  beforeEach(async () => {
    project = await seed.project()
    headers = await seed.session(project.admin.id)
  })

  const send = (method: string, path: string, body?: unknown) =>
    ask(service.url, method, `/api/projects/${project.id}/${table}${path}`, { headers, body })
  const logs = () => listAdminLogs(service.deps.store, project.id)
  const db = () => service.deps.store.db

  it('are created, renamed and deleted, and each step is logged', async () => {
    const created = await send('POST', '', { name: ' Night shift ' })
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.any(Number), name: 'Night shift', createdAt: expect.any(String) },
    ])
    const { id } = created.body
    expect((await send('GET', `/${id}`)).body).toEqual(created.body)
    expect((await send('GET', '')).body.data).toContainEqual(created.body)
    const renamed = await send('PATCH', `/${id}`, { name: 'Day shift' })
    expect([renamed.status, renamed.body]).toEqual([200, { ...created.body, name: 'Day shift' }])
    await send('PATCH', `/${id}`, { name: 'Day shift' })
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    const by = project.admin.id
    const named = (name: string) => ({ object: noun, name })
    expect(await logs()).toEqual([
      { type: 'add', resource: noun, by, previous: null, next: named('Night shift') },
      {
        type: 'update',
        resource: noun,
        by,
        previous: named('Night shift'),
        next: named('Day shift'),
      },
      { type: 'remove', resource: noun, by, previous: named('Day shift'), next: null },
    ])
    for (const method of ['GET', 'DELETE']) {
      const gone = await send(method, `/${id}`)
      expect([gone.status, gone.body]).toEqual([
        404,
        { code: 'not_found', message: `There is no such ${noun} in this project.` },
      ])
    }
    expect((await send('POST', '', { name: 'Day shift' })).status).toBe(201)
  })

  it('cannot share a name within a project', async () => {
    const taken = project[noun].name
    const created = await send('POST', '', { name: taken })
    expect([created.status, created.body.code]).toEqual([409, `${noun}_name_taken`])
    const { body } = await send('POST', '', { name: 'Another' })
    const renamed = await send('PATCH', `/${body.id}`, { name: taken })
    expect([renamed.status, renamed.body.code]).toEqual([409, `${noun}_name_taken`])
    expect(await logs()).toHaveLength(1)
  })

  it('stay while a person has them', async () => {
    await send('POST', '', { name: 'Another' })
    const { status, body } = await send('DELETE', `/${project[noun].id}`)
    expect([status, body.code]).toEqual([409, `${noun}_in_use`])
    expect((await send('GET', `/${project[noun].id}`)).status).toBe(200)
  })

  it('stay while an invitation that can be accepted names them', async () => {
    const { body: part } = await send('POST', '', { name: 'Another' })
    const { id } = await db()
      .insertInto('invitations')
      .values({
        project_id: project.id,
        email: 'invited@example.com',
        permission_level: 'user',
        role_id: table === 'roles' ? part.id : project.role.id,
        team_ids: [table === 'teams' ? part.id : project.team.id],
        tags: '{}',
        token_hash: Buffer.from(`${table} ${project.id}`),
        invited_by: project.admin.id,
        expires_at: '2999-01-01T00:00:00.000000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refused = await send('DELETE', `/${part.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, `${noun}_in_use`])
    await db()
      .updateTable('invitations')
      .set({ revoked_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', id)
      .execute()
    expect((await send('DELETE', `/${part.id}`)).status).toBe(204)
  })

  it('stay while single sign-on gives them to newcomers', async () => {
    const { body: part } = await send('POST', '', { name: 'Another' })
    await connectSso(db(), project.id, {
      default_role_id: table === 'roles' ? part.id : project.role.id,
      default_team_id: table === 'teams' ? part.id : project.team.id,
    })
    const refused = await send('DELETE', `/${part.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, `${noun}_in_use`])
  })

  it.each([
    ['0', 400],
    ['-1', 400],
    ['1e3', 400],
    ['999999999999999', 404],
    ['9999999999999999', 400],
    ['%00', 400],
  ])(`answer the id %s with %i`, async (id, status) => {
    const answer = await send('GET', `/${id}`)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer.body.message).toBe(`'${noun}Id' must be a positive integer.`)
  })
})

describe('the last team', () => {
  it('stays, also when nobody is in it', async () => {
    const project = await seed.project()
    await service.deps.store.db
      .deleteFrom('team_members')
      .where('project_id', '=', project.id)
      .execute()
    const path = `/api/projects/${project.id}/teams/${project.team.id}`
    const headers = await seed.session(project.admin.id)
    const { status, body } = await ask(service.url, 'DELETE', path, { headers })
    expect([status, body.code]).toEqual([409, 'last_team'])
  })
})

describe.skipIf(!inject('postgresUrl'))('deleting a role on PostgreSQL', () => {
  it('never leaves a person with a role that is gone, whoever comes first', async () => {
    const project = await seed.project()
    const headers = await seed.session(project.admin.id)
    const person = await seed.member(project, 'user')
    const base = `/api/projects/${project.id}`
    for (let round = 0; round < 10; round++) {
      const { body: role } = await ask(service.url, 'POST', `${base}/roles`, {
        headers,
        body: { name: `Role ${round}` },
      })
      const [removed, given] = await Promise.all([
        ask(service.url, 'DELETE', `${base}/roles/${role.id}`, { headers }),
        ask(service.url, 'PATCH', `${base}/people/${person.id}`, {
          headers,
          body: { roleId: role.id },
        }),
      ])
      expect([
        [204, 400],
        [409, 200],
      ]).toContainEqual([removed.status, given.status])
    }
  })
})
