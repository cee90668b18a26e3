import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword, verifyPassword } from '../../secrets/password.js'
import { makeToken } from '../../secrets/token-format.js'
import { ask } from '../../testing/ask.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const PASSWORD = 'seven blue boats 31'
const OTHER = 'eight red kites 52'
let service: TestService
let seed: ReturnType<typeof createSeed>

type Headers = Record<string, string>
const send = (method: string, path: string, headers: Headers, body?: unknown) =>
  ask(service.url, method, path, { headers, body })

const person = async () => {
  const user = await seed.user()
  await service.deps.store.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', user.id)
    .execute()
  return user
}

const storedHash = async (id: number) =>
  (
    await service.deps.store.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash ?? ''

const personalToken = async (userId: number) => {
  const { token, publicId, hash } = makeToken('svcp')
  await service.deps.store.db
    .insertInto('personal_tokens')
    .values({ public_id: publicId, token_hash: hash, user_id: userId, name: 'test' })
    .execute()
  return { authorization: `Bearer ${token}` }
}

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'))
  seed = createSeed(service.deps.store)
})
afterAll(() => service?.stop())

describe('the own account', () => {
  it('is shown to a session and to a personal token, whose use is noted', async () => {
    const user = await seed.user({ isOwner: true })
    const account = {
      ...user,
      firstName: 'Test',
      lastName: 'User',
      isOwner: true,
      isUnverified: false,
    }
    expect((await send('GET', '/api/me', await seed.session(user.id))).body).toEqual(account)
    expect((await send('GET', '/api/me', await personalToken(user.id))).body).toEqual(account)
    const lastUse = () =>
      service.deps.store.db
        .selectFrom('personal_tokens')
        .select('last_used_at')
        .where('user_id', '=', user.id)
        .executeTakeFirst()
    await expect
      .poll(async () => (await lastUse())?.last_used_at, { timeout: 60_000 })
      .toEqual(expect.any(String))
  })

  it('keeps what a change leaves out', async () => {
    const user = await seed.user()
    const headers = await seed.session(user.id)
    const changed = await send('PATCH', '/api/me', headers, { lastName: ' Lovelace ' })
    expect(changed.body).toMatchObject({ firstName: 'Test', lastName: 'Lovelace' })
    expect((await send('PATCH', '/api/me', headers, {})).body).toEqual(changed.body)
    expect((await send('GET', '/api/me', headers)).body).toEqual(changed.body)
  })

  it.each([
    [{ firstName: '' }, "'firstName' must have 1 to 100 characters."],
    [{ firstName: '  ' }, "'firstName' must have 1 to 100 characters."],
    [{ lastName: 'x'.repeat(101) }, "'lastName' must have 1 to 100 characters."],
    [{ username: 'a\u0000b' }, "'username' must not have control characters."],
    [{ username: null }, "'username' must be a string."],
    [{ isOwner: true }, "Unknown field 'isOwner'."],
    [{ email: 'other@example.com' }, "Unknown field 'email'."],
  ])('refuses the change to %o', async (body, message) => {
    const headers = await seed.session((await seed.user()).id)
    const answer = await send('PATCH', '/api/me', headers, body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_body', message }])
  })
})

describe('a session opened through single sign-on', () => {
  it('changes the names of an account that has no password, and of no other', async () => {
    const { id: ssoProjectId } = await seed.project()
    const rename = async (userId: number) =>
      send('PATCH', '/api/me', await seed.session(userId, { ssoProjectId }), { firstName: 'Ada' })
    expect((await rename((await seed.user()).id)).status).toBe(200)
    const refused = await rename((await person()).id)
    expect([refused.status, refused.body.code]).toEqual([403, 'password_session_required'])
  })
})

describe('changing the password', () => {
  const change = (headers: Headers, currentPassword: string, newPassword: string) =>
    send('POST', '/api/me/password', headers, { currentPassword, newPassword })

  it('ends the other sessions and keeps this one', async () => {
    const { id } = await person()
    const [mine, other] = [await seed.session(id), await seed.session(id)]
    expect((await change(mine, PASSWORD, OTHER)).status).toBe(204)
    expect((await send('GET', '/api/me', mine)).status).toBe(200)
    expect((await send('GET', '/api/me', other)).status).toBe(401)
    expect(await verifyPassword(OTHER, await storedHash(id))).toBe(true)
  })

  it('ends personal tokens and what agents hold, unless it is told to keep them', async () => {
    const project = await seed.project()
    const { id } = await person()
    await service.deps.store.db
      .insertInto('members')
      .values({
        project_id: project.id,
        user_id: id,
        permission_level: 'user',
        role_id: project.role.id,
        tags: '{}',
      })
      .execute()
    const mine = await seed.session(id)
    const token = await personalToken(id)
    const agent = { 'service-secret-key': project.environment.secret }
    const version = async () =>
      (await send('GET', '/agent-api/permissions/users', agent)).body.find(
        (user: { id: number }) => user.id === id,
      ).sessionVersion
    const isAccepted = async () => (await send('GET', '/api/me', token)).status === 200

    const kept = { currentPassword: PASSWORD, newPassword: OTHER, endOtherAccess: false }
    expect((await send('POST', '/api/me/password', mine, kept)).status).toBe(204)
    expect([await isAccepted(), await version()]).toEqual([true, 0])
    expect((await change(mine, OTHER, PASSWORD)).status).toBe(204)
    expect([await isAccepted(), await version()]).toEqual([false, 1])
    const wrong = { ...kept, endOtherAccess: 'no' }
    expect((await send('POST', '/api/me/password', mine, wrong)).body.message).toBe(
      "'endOtherAccess' must be a boolean.",
    )
  })

  it('needs the current password, and a session', async () => {
    const { id } = await person()
    const wrong = await change(await seed.session(id), 'a wrong password', OTHER)
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
    const token = await change(await personalToken(id), PASSWORD, OTHER)
    expect([token.status, token.body.code]).toEqual([403, 'session_required'])
    expect(await verifyPassword(PASSWORD, await storedHash(id))).toBe(true)
  })

  it('is refused to people who have no password', async () => {
    const { id } = await seed.user()
    const { status, body } = await change(await seed.session(id), '', OTHER)
    expect([status, body.code]).toEqual([403, 'wrong_password'])
  })

  it('bounds the guesses of somebody who found an open session', async () => {
    const { id } = await person()
    const headers = await seed.session(id)
    for (let guess = 0; guess < 10; guess++)
      await service.deps.limits.hit('signInAccount', `user:${id}`)
    const { status, headers: answered } = await change(headers, PASSWORD, OTHER)
    expect([status, Number(answered.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('lets one of two changes at the same moment hold', async () => {
    const { id } = await person()
    const headers = await seed.session(id)
    const answers = await Promise.all([
      change(headers, PASSWORD, OTHER),
      change(headers, PASSWORD, `${OTHER}!`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
  })
})
