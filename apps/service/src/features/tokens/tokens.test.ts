import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword } from '../../secrets/password.js'
import { hashSecret } from '../../secrets/token-format.js'
import { ask } from '../../testing/ask.js'
import { connectSso } from '../../testing/connect-sso.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { tablesHolding } from '../../testing/tables-holding.js'

const buildNotesPath = (project: SeededProject) =>
  `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

onAnyStore('tokens', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let admin: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
    project = await seed.project()
    admin = await seed.session(project.admin.id)
  })
  afterAll(() => service?.stop())

  const path = () => `/api/projects/${project.id}/tokens`
  const create = (body: object, headers = admin) =>
    ask(service.url, 'POST', path(), { headers, body })
  const list = async () => (await ask(service.url, 'GET', path(), { headers: admin })).body.data

  it('shows a new token once, and lists it without its secret', async () => {
    const made = await create({ name: ' SIEM ', scopes: ['notes:read', 'activity_logs:read'] })
    expect(made.status).toBe(201)
    const { token, ...shown } = made.body
    expect(token).toMatch(/^svc_[A-Za-z0-9]{12}_[A-Za-z0-9]{49}$/)
    expect(shown).toEqual({
      id: expect.any(Number),
      name: 'SIEM',
      scopes: ['notes:read', 'activity_logs:read'],
      permissionLevel: 'read-only',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      createdBy: project.admin,
    })
    expect(await list()).toContainEqual(shown)
    expect(JSON.stringify(await list())).not.toContain(token)
    const { status } = await ask(service.url, 'GET', buildNotesPath(project), {
      headers: bearer(token),
    })
    expect(status).toBe(200)
  })

  /** The half of a session cookie that nobody else knows. */
  const signInSecret = async () => {
    const { id, email } = project.admin
    const password = 'seven blue boats 31'
    await service.deps.store.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', id)
      .execute()
    const { headers } = await ask(service.url, 'POST', '/api/sessions', {
      body: { email, password },
    })
    return /^service_session=\w+\.(\w+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? ''
  }

  it('are kept as hashes alone, like all secrets that are given out: no row of the store holds one', async () => {
    const headers = admin
    const send = async (path: string, body: object) =>
      (await ask(service.url, 'POST', path, { headers, body })).body
    const environment = `/api/projects/${project.id}/environments/${project.environment.id}`
    const invitation = {
      email: 'hidden@example.com',
      permissionLevel: 'user',
      roleId: project.role.id,
      teamIds: [project.team.id],
    }
    const secrets = {
      api_tokens: (await create({ name: 'hidden', scopes: ['all'] })).body.token,
      environment_secrets: (await send(`${environment}/secret`, {})).secret,
      personal_tokens: (await send('/api/me/tokens', { name: 'hidden' })).token,
      invitations: (await send(`/api/projects/${project.id}/invitations`, invitation)).token,
      sessions: await signInSecret(),
    }
    const { db } = service.deps.store
    for (const [table, secret] of Object.entries(secrets)) {
      expect(secret).toMatch(/^\w{40,}$/)
      expect(await tablesHolding(db, secret)).toEqual([])
      expect(await tablesHolding(db, hashSecret(secret))).toEqual([table])
    }
    expect(await tablesHolding(db, project.name)).toContain('projects')
  })

  it('rotate with an overlap: the next one works beside the old one until that is revoked', async () => {
    const [former, next] = [
      (await create({ name: 'SIEM', scopes: ['notes:read'] })).body,
      (await create({ name: 'SIEM', scopes: ['notes:read'] })).body,
    ]
    const readStatus = async ({ token }: { token: string }) =>
      (await ask(service.url, 'GET', buildNotesPath(project), { headers: bearer(token) })).status
    expect([await readStatus(former), await readStatus(next)]).toEqual([200, 200])
    await ask(service.url, 'DELETE', `${path()}/${former.id}`, { headers: admin })
    expect([await readStatus(former), await readStatus(next)]).toEqual([401, 200])
  })

  it.each([
    [['notes:write'], 'read-write'],
    [['all'], 'read-write'],
    [['admin_logs:read'], 'read-only'],
  ])('tells that %s is %s', async (scopes, permissionLevel) => {
    expect((await create({ name: 'level', scopes })).body.permissionLevel).toBe(permissionLevel)
  })

  it('writes who made and who revoked a token to the admin log, without the secret', async () => {
    const own = await seed.project()
    const headers = await seed.session(own.admin.id)
    const target = `/api/projects/${own.id}/tokens`
    const body = { name: 'logged', scopes: ['all'], expiresAt: '2100-01-01T00:00:00+01:00' }
    const made = await ask(service.url, 'POST', target, { headers, body })
    const second = await seed.member(own, 'admin')
    const revoker = await seed.session(second.id)
    for (const _ of ['first', 'again']) {
      const { status } = await ask(service.url, 'DELETE', `${target}/${made.body.id}`, {
        headers: revoker,
      })
      expect(status).toBe(204)
    }
    const value = {
      object: 'token',
      id: made.body.id,
      name: 'logged',
      scopes: ['all'],
      expiresAt: '2099-12-31T23:00:00.000000Z',
      user: { object: 'user', ...own.admin },
    }
    const logs = await listAdminLogs(service.deps.store, own.id)
    expect(logs).toEqual([
      { type: 'add', resource: 'token', by: own.admin.id, previous: null, next: value },
      { type: 'remove', resource: 'token', by: second.id, previous: value, next: null },
    ])
    expect(JSON.stringify(logs)).not.toContain(made.body.token.slice(-49))
  })

  it.each([
    [{ scopes: ['all'] }, "'name' is missing."],
    [{ name: '', scopes: ['all'] }, "'name' must have 1 to 100 characters"],
    [{ name: 'a\u0000b', scopes: ['all'] }, "'name' must"],
    [{ name: 'x'.repeat(101), scopes: ['all'] }, "'name' must have 1 to 100 characters"],
    [{ name: 'x', scopes: [] }, "'scopes' must name at least one scope."],
    [{ name: 'x', scopes: ['notes:read', 'notes:read'] }, "'scopes' must name each scope once."],
    [{ name: 'x', scopes: ['notes:delete'] }, "'scopes.0' must be one of"],
    [{ name: 'x', scopes: 'all' }, "'scopes' must be an array."],
    [
      { name: 'x', scopes: ['all'], expiresAt: '2001-01-01T00:00:00Z' },
      "'expiresAt' must be in the future",
    ],
    [
      { name: 'x', scopes: ['all'], expiresAt: 'soon' },
      "'expiresAt' must be an instant in ISO 8601",
    ],
    [{ name: 'x', scopes: ['all'], userId: 1 }, "Unknown field 'userId'."],
  ])('refuses %j', async (body, message) => {
    const before = (await list()).length
    const answer = await create(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_body'])
    expect(answer.body.message).toContain(message)
    expect(await list()).toHaveLength(before)
  })

  it('lets only Admins see, make and revoke tokens', async () => {
    const { body } = await create({ name: 'kept', scopes: ['all'] })
    for (const level of ['user', 'manager', 'editor', 'developer'] as const) {
      const headers = await seed.session((await seed.member(project, level)).id)
      for (const [method, target] of [
        ['GET', path()],
        ['POST', path()],
        ['DELETE', `${path()}/${body.id}`],
      ] as const) {
        const answer = await ask(service.url, method, target, {
          headers,
          ...(method === 'POST' && { body: { name: 'x', scopes: ['all'] } }),
        })
        expect([answer.status, answer.body.code]).toEqual([403, 'level_too_low'])
      }
    }
  })

  it('answers a token of another project like one that does not exist', async () => {
    const other = await seed.project()
    const headers = await seed.session(other.admin.id)
    const target = `/api/projects/${other.id}/tokens`
    const made = await ask(service.url, 'POST', target, {
      headers,
      body: { name: 'theirs', scopes: ['all'] },
    })
    const [foreign, missing] = await Promise.all(
      [made.body.id, 999_999_999].map(id =>
        ask(service.url, 'DELETE', `${path()}/${id}`, { headers: admin }),
      ),
    )
    expect(foreign?.status).toBe(404)
    expect(foreign?.body).toEqual(missing?.body)
    const { status } = await ask(service.url, 'GET', buildNotesPath(other), {
      headers: bearer(made.body.token),
    })
    expect(status).toBe(200)
  })

  it('refuses a token whose person is no longer Admin, until they are Admin again', async () => {
    const person = await seed.member(project, 'admin')
    const headers = await seed.session(person.id)
    const { token } = (await create({ name: 'theirs', scopes: ['all'] }, headers)).body
    const use = () => ask(service.url, 'GET', buildNotesPath(project), { headers: bearer(token) })
    const setLevel = (permission_level: 'admin' | 'developer') =>
      service.deps.store.db
        .updateTable('members')
        .set({ permission_level })
        .where('user_id', '=', person.id)
        .execute()
    expect((await use()).status).toBe(200)
    await setLevel('developer')
    const refused = await use()
    expect([refused.status, refused.body.error]).toEqual([403, 'Forbidden'])
    await setLevel('admin')
    expect((await use()).status).toBe(200)
    await service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', person.id)
      .execute()
    expect((await use()).status).toBe(401)
  })

  it('refuses an expired token by that name, and one with a missing scope', async () => {
    const { token, id } = (await create({ name: 'short', scopes: ['admin_logs:read'] })).body
    const lacking = await ask(service.url, 'GET', buildNotesPath(project), {
      headers: bearer(token),
    })
    expect([lacking.status, lacking.body]).toEqual([
      403,
      { error: 'Forbidden', message: "The token lacks the scope 'notes:read'." },
    ])
    await service.deps.store.db
      .updateTable('api_tokens')
      .set({ expires_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    const expired = await ask(service.url, 'GET', buildNotesPath(project), {
      headers: bearer(token),
    })
    expect([expired.status, expired.body]).toEqual([
      401,
      { error: 'Unauthorized', message: 'Token has expired' },
    ])
  })

  it.each(['%00', '%ED%A0%80', '.', 'production', 'x'.repeat(2000)])(
    'knows no environment %s',
    async name => {
      const { token } = (await create({ name: 'any', scopes: ['all'] })).body
      const path = buildNotesPath(project).replace('Production', name)
      const { status } = await ask(service.url, 'GET', path, { headers: bearer(token) })
      expect(status).toBe(404)
    },
  )

  it('notes the last use at most once a minute', async () => {
    const { token, id } = (await create({ name: 'used', scopes: ['all'] })).body
    const use = () => ask(service.url, 'GET', buildNotesPath(project), { headers: bearer(token) })
    const lastUse = async () =>
      (await list()).find((one: { id: number }) => one.id === id).lastUsedAt as string | null
    await use()
    await expect.poll(lastUse).not.toBeNull()
    const first = await lastUse()
    await use()
    await use()
    expect(await lastUse()).toBe(first)
    const earlier = '2026-01-01T00:00:00.000000Z'
    await service.deps.store.db
      .updateTable('api_tokens')
      .set({ last_used_at: earlier })
      .where('id', '=', id)
      .execute()
    await use()
    await expect.poll(lastUse).not.toBe(earlier)
  })

  it('lets no personal token make a token', async () => {
    const body = { name: 'script' }
    const made = await ask(service.url, 'POST', '/api/me/tokens', { headers: admin, body })
    const headers = bearer(made.body.token)
    expect((await ask(service.url, 'GET', path(), { headers })).status).toBe(200)
    const answer = await create({ name: 'x', scopes: ['all'] }, headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'session_required'])
  })

  it('makes tokens under single sign-on only in a session opened through it', async () => {
    const own = await seed.project()
    await connectSso(service.deps.store.db, own.id)
    const target = `/api/projects/${own.id}/tokens`
    const body = { name: 'x', scopes: ['all'] }
    const byPassword = await seed.session(own.admin.id)
    const refused = await ask(service.url, 'POST', target, { headers: byPassword, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'sso_session_required'])
    const bySso = await seed.session(own.admin.id, { ssoProjectId: own.id })
    expect((await ask(service.url, 'POST', target, { headers: bySso, body })).status).toBe(201)
  })
})

describe.skipIf(!inject('postgresUrl'))('tokens with two instances', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(() => service?.stop())

  it('refuses a revoked token on both from the next request on', async () => {
    const sibling = await service.startSibling()
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const headers = await seed.session(project.admin.id)
    const path = `/api/projects/${project.id}/tokens`
    for (let round = 0; round < 10; round++) {
      const body = { name: 'soon gone', scopes: ['all'] }
      const { token, id } = (await ask(service.url, 'POST', path, { headers, body })).body
      const use = (url: string) =>
        ask(url, 'GET', buildNotesPath(project), { headers: bearer(token) })
      expect((await use(service.url)).status).toBe(200)
      expect((await use(sibling.url)).status).toBe(200)
      await ask(service.url, 'DELETE', `${path}/${id}`, { headers })
      const after = await Promise.all([use(sibling.url), use(service.url)])
      expect(after.map(answer => answer.status)).toEqual([401, 401])
    }
    await sibling.stop()
  })
})
