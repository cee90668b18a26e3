import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const path = '/api/me/tokens'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

onAnyStore('personal tokens', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let person: SeededUser
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
    person = await seed.user()
    headers = await seed.session(person.id)
  })
  afterAll(() => service?.stop())

  const create = (body: object, as = headers) =>
    ask(service.url, 'POST', path, { headers: as, body })

  it('act as their person until they are revoked', async () => {
    const { status, body } = await create({ name: 'laptop' })
    expect([status, body.token]).toEqual([201, expect.stringMatching(/^svcp_/)])
    const asToken = bearer(body.token)
    const me = await ask(service.url, 'GET', '/api/me', { headers: asToken })
    expect([me.status, me.body.email]).toEqual([200, person.email])
    const gone = await ask(service.url, 'DELETE', `${path}/${body.id}`, { headers: asToken })
    expect(gone.status).toBe(204)
    expect((await ask(service.url, 'GET', '/api/me', { headers: asToken })).status).toBe(401)
  })

  it('are listed for their person alone, without the secret', async () => {
    const { token, ...shown } = (await create({ name: 'listed' })).body
    const { body } = await ask(service.url, 'GET', path, { headers })
    expect(body.data).toContainEqual(shown)
    expect(JSON.stringify(body)).not.toContain(token)
    const other = await seed.session((await seed.user()).id)
    expect((await ask(service.url, 'GET', path, { headers: other })).body).toEqual({ data: [] })
    const answer = await ask(service.url, 'DELETE', `${path}/${shown.id}`, { headers: other })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('cannot make or list personal tokens', async () => {
    const { token } = (await create({ name: 'maker' })).body
    for (const answer of [
      await create({ name: 'x' }, { ...bearer(token) }),
      await ask(service.url, 'GET', path, { headers: bearer(token) }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'session_required'])
    }
  })

  it('are not made in a session of single sign-on, whose provider speaks for one project', async () => {
    const project = await seed.project()
    const bySso = await seed.session(project.admin.id, { ssoProjectId: project.id })
    const answer = await create({ name: 'x' }, bySso)
    expect([answer.status, answer.body.code]).toEqual([403, 'password_session_required'])
  })

  it('end when they expire', async () => {
    const { token, id } = (await create({ name: 'x', expiresAt: '2100-01-01T00:00:00Z' })).body
    await service.deps.store.db
      .updateTable('personal_tokens')
      .set({ expires_at: '2026-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()
    expect((await ask(service.url, 'GET', '/api/me', { headers: bearer(token) })).status).toBe(401)
    const past = await create({ name: 'x', expiresAt: '2026-01-01T00:00:00Z' })
    expect([past.status, past.body.message]).toEqual([400, "'expiresAt' must be in the future."])
  })
})
