import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { changeLast } from '../../testing/change-last.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

let service: TestService
let seed: ReturnType<typeof createSeed>
let project: SeededProject

type Headers = Record<string, string>
const get = (path: string, headers?: Headers) => ask(service.url, 'GET', path, { headers })
const remove = (path: string, headers: Headers) => ask(service.url, 'DELETE', path, { headers })
const rename = (headers: Headers) =>
  ask(service.url, 'PATCH', '/api/me', { headers, body: { firstName: 'Ada' } })
const without = (headers: Headers, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
const readPublicId = (headers: Headers) => headers.cookie?.split(/[=.]/)[1] ?? ''

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'))
  seed = createSeed(service.deps.store)
  project = await seed.project()
})
afterAll(() => service?.stop())

describe('a session', () => {
  it('tells who is signed in, how, and their projects with levels', async () => {
    const headers = await seed.session(project.admin.id)
    const { status, body } = await get('/api/session', headers)
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        ...project.admin,
        firstName: 'Test',
        lastName: 'User',
        isOwner: false,
        isUnverified: false,
      },
      csrfToken: headers['x-csrf-token'],
      method: 'password',
      projects: [{ id: project.id, name: project.name, permissionLevel: 'admin' }],
    })
  })

  it('does not show deleted projects', async () => {
    const gone = await seed.project()
    await service.deps.store.db
      .updateTable('projects')
      .set({ deleted_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', gone.id)
      .execute()
    const { body } = await get('/api/session', await seed.session(gone.admin.id))
    expect(body.projects).toEqual([])
  })

  it('is needed: nobody, a wrong secret and a personal token are refused', async () => {
    const headers = await seed.session(project.admin.id)
    expect((await get('/api/session')).status).toBe(401)
    const forged = { cookie: changeLast(headers.cookie ?? '') }
    expect((await get('/api/session', forged)).status).toBe(401)
    expect((await get('/api/session', { cookie: 'service_session=' })).status).toBe(401)
    const bearer = { ...headers, authorization: 'Bearer nonsense' }
    expect((await get('/api/session', bearer)).status).toBe(401)
  })

  it('ends when its person signs out, and the cookie is taken back', async () => {
    const headers = await seed.session(project.admin.id)
    const answer = await remove('/api/session', headers)
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect(answer.headers.get('set-cookie')).toBe(
      'service_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
    expect((await get('/api/session', headers)).status).toBe(401)
  })

  it('ends when it expires and when its person is disabled', async () => {
    const { id } = await seed.user()
    const [expired, other] = [await seed.session(id), await seed.session(id)]
    await service.deps.store.db
      .updateTable('sessions')
      .set({ expires_at: '2026-01-01T00:00:00.000000Z' })
      .where('public_id', '=', readPublicId(expired))
      .execute()
    expect((await get('/api/me', expired)).status).toBe(401)
    expect((await get('/api/me', other)).status).toBe(200)
    await service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', id)
      .execute()
    expect((await get('/api/me', other)).status).toBe(401)
  })

  it('writes its last use at most once a minute', async () => {
    const { id } = await seed.user()
    const headers = await seed.session(id)
    const lastSeen = async () =>
      (await get('/api/sessions', headers)).body.data[0].lastSeenAt as string
    const first = await lastSeen()
    expect(await lastSeen()).toBe(first)
    const old = '2026-01-01T00:00:00.000000Z'
    await service.deps.store.db
      .updateTable('sessions')
      .set({ last_seen_at: old })
      .where('public_id', '=', readPublicId(headers))
      .execute()
    await get('/api/me', headers)
    await expect.poll(lastSeen, { timeout: 60_000 }).not.toBe(old)
  })
})

describe('changes in a session', () => {
  it('need the CSRF token of this session', async () => {
    const headers = await seed.session(project.admin.id)
    const foreign = await seed.session(project.admin.id)
    const wrong = [
      without(headers, 'x-csrf-token'),
      { ...headers, 'x-csrf-token': 'x' },
      { ...headers, 'x-csrf-token': foreign['x-csrf-token'] ?? '' },
    ]
    for (const sent of wrong) {
      const { status, body } = await rename(sent)
      expect([status, body.code]).toEqual([403, 'csrf_token_required'])
    }
    expect((await rename(headers)).status).toBe(200)
  })

  it.each(['https://elsewhere.example', 'null', 'http://127.0.0.1:1', 'nonsense'])(
    'are refused from the origin %s, even with the token',
    async origin => {
      const headers = { ...(await seed.session(project.admin.id)), origin }
      const { status, body } = await rename(headers)
      expect([status, body.code]).toEqual([403, 'cross_site'])
      expect((await get('/api/me', headers)).status).toBe(200)
    },
  )

  it('are admitted from the own origin', async () => {
    const headers = { ...(await seed.session(project.admin.id)), origin: service.url }
    expect((await rename(headers)).status).toBe(200)
  })
})

describe('the list of sessions', () => {
  it('shows one person their own ones, without secrets', async () => {
    const { id } = await seed.user()
    const current = await seed.session(id)
    await seed.session(id)
    await seed.session(project.admin.id)
    const { body } = await get('/api/sessions', current)
    expect(body.data).toHaveLength(2)
    const shown = body.data.find((session: { isCurrent: boolean }) => session.isCurrent)
    expect(shown).toEqual({
      id: readPublicId(current),
      method: 'password',
      hasTwoFactors: false,
      address: '127.0.0.1',
      userAgent: 'test',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
      lastSeenAt: expect.any(String),
      expiresAt: expect.any(String),
      isCurrent: true,
    })
  })

  it('ends another session of the same person at once', async () => {
    const { id } = await seed.user()
    const [mine, lost] = [await seed.session(id), await seed.session(id)]
    expect((await remove(`/api/sessions/${readPublicId(lost)}`, mine)).status).toBe(204)
    expect((await get('/api/me', lost)).status).toBe(401)
    expect((await get('/api/me', mine)).status).toBe(200)
  })

  it('answers for the session of another person as for one that does not exist', async () => {
    const mine = await seed.session((await seed.user()).id)
    const theirs = await seed.session(project.admin.id)
    const foreign = await remove(`/api/sessions/${readPublicId(theirs)}`, mine)
    const missing = await remove('/api/sessions/000000000000000000000000', mine)
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    expect((await get('/api/me', theirs)).status).toBe(200)
    expect((await remove('/api/sessions/%00', mine)).status).toBe(400)
  })

  it('shows a session opened through single sign-on only those of the same project', async () => {
    const { id } = project.admin
    const byPassword = await seed.session(id)
    const bySso = await seed.session(id, { ssoProjectId: project.id })
    const { body } = await get('/api/sessions', bySso)
    expect(body.data.map((session: { id: string }) => session.id)).toEqual([readPublicId(bySso)])
    const path = `/api/sessions/${readPublicId(byPassword)}`
    expect((await remove(path, bySso)).status).toBe(404)
    expect((await get('/api/me', byPassword)).status).toBe(200)
    expect((await remove('/api/session', bySso)).status).toBe(204)
  })
})
