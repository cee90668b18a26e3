import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { isAnybodyWaiting } from '../../testing/is-anybody-waiting.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { openEvents } from '../../testing/read-stream.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'

type Headers = Record<string, string>

describe('environments of developers', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let developer: SeededUser
  let asDeveloper: Headers
  let asAdmin: Headers

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await seed.project()
    developer = await seed.member(project, 'developer')
    asDeveloper = await seed.session(developer.id)
    asAdmin = await seed.session(project.admin.id)
  })

  const send = (headers: Headers, method: string, path: string, body?: unknown) =>
    ask(service.url, method, `/api/projects/${project.id}/environments${path}`, { headers, body })
  const create = async () =>
    (await send(asDeveloper, 'POST', '', { name: 'Mine', kind: 'development' })).body
  /** What a developer may do in an environment of their own, and nowhere else. */
  const ownSteps: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['PATCH', '', { name: 'Another name' }],
    ['PATCH', '', { agentUrl: 'http://localhost:3351/service' }],
    ['POST', '/secret', {}],
    ['DELETE', '/secret/previous'],
  ]
  const statuses = async (headers: Headers, id: number, steps = ownSteps) => {
    const found: number[] = []
    for (const [method, path, body] of steps) {
      found.push((await send(headers, method, `/${id}${path}`, body)).status)
    }
    return found
  }

  it.each([
    [{ kind: 'development' }],
    [{ rights: 'open' }],
    [{ name: 'Renamed' }],
    [{ agentUrl: 'https://elsewhere.example.com' }],
  ])('are the only ones a developer changes: %j of another one is refused', async change => {
    const count = (await listAdminLogs(service.deps.store, project.id)).length
    const before = (await send(asAdmin, 'GET', `/${project.environment.id}`)).body
    const refused = await send(asDeveloper, 'PATCH', `/${project.environment.id}`, change)
    expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    expect((await send(asAdmin, 'GET', `/${project.environment.id}`)).body).toEqual(before)
    expect(await listAdminLogs(service.deps.store, project.id)).toHaveLength(count)
  })

  it('are the only ones whose secrets a developer makes and ends', async () => {
    const { id } = project.environment
    const secrets = () =>
      service.deps.store.db
        .selectFrom('environment_secrets')
        .selectAll()
        .where('environment_id', '=', id)
        .execute()
    const before = await secrets()
    expect((await send(asDeveloper, 'POST', `/${id}/secret`, {})).status).toBe(403)
    expect((await send(asDeveloper, 'DELETE', `/${id}/secret/previous`)).status).toBe(403)
    expect(await secrets()).toEqual(before)
  })

  it('are those they create for development; other kinds are created by admins', async () => {
    const refused = await send(asDeveloper, 'POST', '', { name: 'Live', kind: 'production' })
    expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    const mine = await create()
    expect(mine).toMatchObject({ kind: 'development', rights: 'enforced', ownerId: developer.id })
    const ofAdmin = await send(asAdmin, 'POST', '', { name: 'Shared', kind: 'development' })
    expect(ofAdmin.body.ownerId).toBeNull()
    const logs = (await listAdminLogs(service.deps.store, project.id)).filter(
      ({ by }) => by === developer.id,
    )
    expect(logs.map(({ type, resource }) => `${type} ${resource}`)).toEqual([
      'add environment',
      'add role-rights',
    ])
  })

  it('are the ones where the role of the developer may do everything from the start', async () => {
    const { id } = await create()
    const path = `/${id}/roles/${project.role.id}/rights`
    const { body } = await send(asAdmin, 'GET', path)
    expect([...new Set(Object.values(body.defaults))]).toEqual([true])
    const ofAdmin = (await send(asAdmin, 'POST', '', { name: 'Shared', kind: 'development' })).body
    const shared = await send(asAdmin, 'GET', `/${ofAdmin.id}/roles/${project.role.id}/rights`)
    expect([...new Set(Object.values(shared.body.defaults))]).toEqual([false])
  })

  it('are changed by the developer, but for their kind and whether rights count', async () => {
    const { id } = await create()
    expect(await statuses(asDeveloper, id)).toEqual([200, 200, 201, 204])
    for (const change of [{ kind: 'production' }, { kind: 'development' }, { rights: 'open' }]) {
      const refused = await send(asDeveloper, 'PATCH', `/${id}`, { name: 'Other', ...change })
      expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    }
    expect((await send(asAdmin, 'GET', `/${id}`)).body).toMatchObject({
      name: 'Another name',
      kind: 'development',
      rights: 'enforced',
    })
    expect((await send(asDeveloper, 'DELETE', `/${id}`)).status).toBe(403)
  })

  it('are closed to other developers, and to their own who is one no more', async () => {
    const { id } = await create()
    const other = await seed.session((await seed.member(project, 'developer')).id)
    const all = [403, 403, 403, 403]
    expect(await statuses(other, id)).toEqual(all)
    const person = `/api/projects/${project.id}/people/${developer.id}`
    await ask(service.url, 'PATCH', person, {
      headers: asAdmin,
      body: { permissionLevel: 'editor' },
    })
    expect(await statuses(asDeveloper, id)).toEqual(all)
  })

  it('are nobody’s own once an admin gives them another kind', async () => {
    const { id } = await create()
    const changed = await send(asAdmin, 'PATCH', `/${id}`, { kind: 'staging' })
    expect(changed.body).toMatchObject({ kind: 'staging', ownerId: null })
    await send(asAdmin, 'PATCH', `/${id}`, { kind: 'development' })
    expect(await statuses(asDeveloper, id)).toEqual([403, 403, 403, 403])
  })

  it('end their secrets with that: the developer knows them', async () => {
    const { id, secret } = await create()
    const agent = { 'service-secret-key': secret }
    const events = await openEvents(service.url, agent)
    const changed = await send(asAdmin, 'PATCH', `/${id}`, { kind: 'production' })
    expect(changed.body.secrets).toEqual([])
    const users = await ask(service.url, 'GET', '/agent-api/permissions/users', { headers: agent })
    expect(users.status).toBe(401)
    while (await events.nextChange()) {}
    events.close()
    expect((await listAdminLogs(service.deps.store, project.id)).at(-1)).toMatchObject({
      previous: { kind: 'development', secrets: [{ expiresAt: null }] },
      next: { kind: 'production', secrets: [] },
    })
  })

  it.skipIf(!inject('postgresUrl'))(
    'give the developer no secret while an admin gives them another kind',
    async () => {
      const { id } = await create()
      const { db } = service.deps.store
      let asked: Promise<Answer> | undefined
      await db.transaction().execute(async transaction => {
        await transaction
          .updateTable('environments')
          .set({ kind: 'production', owner_id: null })
          .where('id', '=', id)
          .execute()
        asked = send(asDeveloper, 'POST', `/${id}/secret`, {})
        await until(() => isAnybodyWaiting(db))
      })
      const { status, body } = await asked!
      expect([status, body.code]).toEqual([403, 'level_too_low'])
    },
  )

  it.each([
    ['leaves the project', 'members'],
    ['is a developer no more', 'level'],
    ['has no account any more', 'users'],
  ])('let their agent in no more when the developer %s, and its stream ends', async (_, what) => {
    const { id, secret } = await create()
    const agent = { 'service-secret-key': secret }
    const status = async () =>
      (await ask(service.url, 'GET', '/agent-api/permissions/users', { headers: agent })).status
    expect(await status()).toBe(200)
    const events = await openEvents(service.url, agent)
    const { db } = service.deps.store
    const { id: user_id } = developer
    if (what === 'members') {
      await db.deleteFrom('team_members').where('user_id', '=', user_id).execute()
      await db.deleteFrom('members').where('user_id', '=', user_id).execute()
    } else if (what === 'level') {
      const level = { permission_level: 'editor' as const }
      await db.updateTable('members').set(level).where('user_id', '=', user_id).execute()
    } else {
      const closed = { disabled_at: '2026-01-01T00:00:00.000000Z' }
      await db.updateTable('users').set(closed).where('id', '=', user_id).execute()
    }
    expect(await status()).toBe(401)
    while (await events.nextChange()) {}
    events.close()
    expect((await send(asAdmin, 'GET', `/${id}`)).body.secrets).toEqual([])
  })

  it('serve an admin who makes a secret when the developer is one no more, and the developer not again', async () => {
    const { id, secret } = await create()
    const person = `/api/projects/${project.id}/people/${developer.id}`
    const setLevel = (permissionLevel: string) =>
      ask(service.url, 'PATCH', person, { headers: asAdmin, body: { permissionLevel } })
    const status = async (of: string) =>
      (
        await ask(service.url, 'GET', '/agent-api/permissions/users', {
          headers: { 'service-secret-key': of },
        })
      ).status
    await setLevel('user')
    const made = await send(asAdmin, 'POST', `/${id}/secret`, {})
    expect([made.status, made.body.ownerId]).toEqual([201, null])
    expect([await status(made.body.secret), await status(secret)]).toEqual([200, 401])
    await setLevel('developer')
    expect(await status(secret)).toBe(401)
    expect(await statuses(asDeveloper, id)).toEqual([403, 403, 403, 403])
  })

  it('are opened by admins, as any other, and say so in the log and beside the rights', async () => {
    const { id } = project.environment
    const opened = await send(asAdmin, 'PATCH', `/${id}`, { rights: 'open' })
    expect([opened.status, opened.body.rights]).toEqual([200, 'open'])
    expect((await listAdminLogs(service.deps.store, project.id)).at(-1)).toMatchObject({
      type: 'update',
      resource: 'environment',
      by: project.admin.id,
      previous: { object: 'environment', name: 'Production', rights: 'enforced' },
      next: { object: 'environment', name: 'Production', rights: 'open' },
    })
    expect((await send(asAdmin, 'GET', `/${id}/rights`)).body.rights).toBe('open')
    expect((await send(asAdmin, 'GET', '')).body.data[0].rights).toBe('open')
  })
})
