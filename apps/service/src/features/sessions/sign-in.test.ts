import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword } from '../../secrets/password.js'
import { ask } from '../../testing/ask.js'
import { passwordCost } from '../../testing/quick-password-cost.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

/** What scrypt was called with; while `isHeld`, its work waits for `release`. */
const scryptCalls: unknown[] = []
const held = { isHeld: false, works: [] as (() => void)[] }
const release = () => {
  held.isHeld = false
  for (const work of held.works.splice(0)) work()
}
const { scrypt } = crypto
const observed = (...[password, salt, length, cost, done]: Parameters<typeof scrypt>) => {
  scryptCalls.push(cost)
  const work = () => scrypt(password, salt, length, cost, done)
  if (held.isHeld) held.works.push(work)
  else work()
}
/** Modules that have imported `scrypt` call what is set here, too. */
const setScrypt = (value: unknown) => {
  Object.assign(crypto, { scrypt: value })
  syncBuiltinESMExports()
}
beforeAll(() => setScrypt(observed))
afterAll(() => setScrypt(scrypt))

const PATIENT = { timeout: 60_000 }
const PASSWORD = 'seven blue boats 31'
let service: TestService
let seed: ReturnType<typeof createSeed>
let storedHash: string

const signIn = (body: unknown, headers: Record<string, string> = {}) =>
  ask(service.url, 'POST', '/api/sessions', { body, headers })

/** Every test signs in from an address of its own, so that counters do not meet. */
let lastAddress = 0
const fromNewAddress = () => ({ 'x-forwarded-for': `192.0.2.${++lastAddress}` })

const person = async () => {
  const user = await seed.user()
  await service.deps.store.db
    .updateTable('users')
    .set({ password_hash: storedHash })
    .where('id', '=', user.id)
    .execute()
  return user
}

const findCookie = (headers: Headers, name: string) =>
  headers.getSetCookie().find(cookie => cookie.startsWith(`${name}=`)) ?? ''

beforeAll(async () => {
  service = await startTestService(inject('postgresUrl'), { trustedProxies: ['127.0.0.1'] })
  seed = createSeed(service.deps.store)
  storedHash = await hashPassword(PASSWORD)
})
afterAll(() => service?.stop())

describe('signing in', () => {
  it('answers the account and a CSRF token, with a cookie that scripts cannot read', async () => {
    const { id, email, username } = await person()
    const { status, body, headers } = await signIn(
      { email: email.toUpperCase(), password: PASSWORD },
      fromNewAddress(),
    )
    expect(status).toBe(201)
    expect(body).toEqual({
      user: {
        id,
        email,
        username,
        firstName: 'Test',
        lastName: 'User',
        isOwner: false,
        isUnverified: false,
      },
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(findCookie(headers, 'service_session')).toMatch(
      /^service_session=\w{24}\.\w{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    const { rows } = await listSessions(id)
    expect(JSON.stringify(rows)).not.toContain(
      findCookie(headers, 'service_session').split(/[.;]/)[1],
    )
  })

  it('marks the cookies Secure and binds the session to the host when the service is reached by https', async () => {
    const { email } = await person()
    const secure = await startTestService(inject('postgresUrl'), {
      publicUrl: 'https://office.example',
    })
    try {
      const other = createSeed(secure.deps.store)
      const user = await other.user({ email })
      await secure.deps.store.db
        .updateTable('users')
        .set({ password_hash: storedHash })
        .where('id', '=', user.id)
        .execute()
      const { status, headers } = await ask(secure.url, 'POST', '/api/sessions', {
        body: { email, password: PASSWORD },
        headers: { origin: 'https://office.example' },
      })
      expect(status).toBe(201)
      const cookies = headers.getSetCookie()
      expect(cookies.map(cookie => cookie.endsWith('; Secure'))).toEqual([true, true])
      const session = findCookie(headers, '__Host-service_session').split(';', 1)[0] ?? ''
      const read = (cookie: string) =>
        ask(secure.url, 'GET', '/api/session', { headers: { cookie } })
      expect((await read(session)).status).toBe(200)
      // A subdomain could have set a cookie without the prefix.
      expect((await read(session.replace('__Host-', ''))).status).toBe(401)
    } finally {
      await secure.stop()
    }
  })

  it('answers alike, at the same cost, whatever is wrong', async () => {
    const known = await person()
    const disabled = await person()
    await service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', disabled.id)
      .execute()
    const withoutPassword = await seed.user()
    const emails = [known.email, disabled.email, withoutPassword.email, 'nobody@example.com']
    for (const email of emails) {
      scryptCalls.length = 0
      const answer = await signIn({ email, password: 'a wrong password' }, fromNewAddress())
      expect([answer.status, answer.body], email).toEqual([
        401,
        { code: 'unauthorized', message: 'The e-mail address or the password is wrong.' },
      ])
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(scryptCalls, email).toEqual([passwordCost])
    }
    const right = await signIn({ email: disabled.email, password: PASSWORD }, fromNewAddress())
    expect(right.status).toBe(401)
  })

  it.each([
    ["'email' is missing. 'password' is missing.", {}],
    ["'email' must be an e-mail address.", { email: 'nobody', password: 'x' }],
    ["'password' must be a string.", { email: 'a@example.com', password: 7 }],
    [
      "'password' must have at most 1024 characters.",
      { email: 'a@example.com', password: 'x'.repeat(1025) },
    ],
    ["Unknown field 'remember'.", { email: 'a@example.com', password: 'x', remember: true }],
  ])('refuses a wrong body: %s', async (message, body) => {
    const answer = await signIn(body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_body', message }])
  })

  it.each([
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[])('refuses a page of another site: %j', async headers => {
    const { email } = await person()
    const { status, body } = await signIn({ email, password: PASSWORD }, headers)
    expect([status, body.code]).toEqual([403, 'cross_site'])
  })

  it('admits a page of the same host', async () => {
    const { email } = await person()
    const headers = { ...fromNewAddress(), origin: service.url, 'sec-fetch-site': 'same-origin' }
    expect((await signIn({ email, password: PASSWORD }, headers)).status).toBe(201)
  })
})

describe('throttling', () => {
  const fail = async (email: string, times: number) => {
    const statuses = []
    for (let attempt = 0; attempt < times; attempt++) {
      statuses.push((await signIn({ email, password: 'wrong' }, fromNewAddress())).status)
    }
    return statuses
  }

  it('refuses an account after ten failures, whether it exists or not', async () => {
    const { email } = await person()
    for (const address of [email, 'not-there@example.com']) {
      expect(await fail(address, 10)).toEqual(Array(10).fill(401))
      scryptCalls.length = 0
      const { status, body, headers } = await signIn(
        { email: address, password: PASSWORD },
        fromNewAddress(),
      )
      expect([status, body.code]).toEqual([429, 'rate_limited'])
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(900)
      expect(scryptCalls).toEqual([])
    }
  })

  it('lets no more than ten attempts of the same moment pass', async () => {
    const { email } = await person()
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => signIn({ email, password: 'wrong' }, fromNewAddress())),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('forgets the failures of an account when its person signs in', async () => {
    const { email } = await person()
    await fail(email, 9)
    expect((await signIn({ email, password: PASSWORD }, fromNewAddress())).status).toBe(201)
    expect(await fail(email, 9)).toEqual(Array(9).fill(401))
  })

  it('cannot keep a person out of a browser they have used', async () => {
    const { email } = await person()
    const first = await signIn({ email, password: PASSWORD }, fromNewAddress())
    const cookie = findCookie(first.headers, 'service_browser').split(';')[0] ?? ''
    expect(await fail(email, 11)).toContain(429)
    const known = { ...fromNewAddress(), cookie }
    expect((await signIn({ email, password: PASSWORD }, known)).status).toBe(201)
    const other = await person()
    await fail(other.email, 10)
    expect((await signIn({ email: other.email, password: PASSWORD }, known)).status).toBe(429)
  })

  it('bounds the guesses of a known browser too', async () => {
    const { email } = await person()
    const first = await signIn({ email, password: PASSWORD }, fromNewAddress())
    const cookie = findCookie(first.headers, 'service_browser').split(';')[0] ?? ''
    const statuses = []
    for (let attempt = 0; attempt < 11; attempt++) {
      statuses.push((await signIn({ email, password: 'wrong' }, { cookie })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  it('refuses an address after fifty failures on any accounts, and only that address', async () => {
    const here = fromNewAddress()
    const { email } = await person()
    for (let attempt = 0; attempt < 50; attempt++) {
      await service.deps.limits.hit('signInAddress', here['x-forwarded-for'])
    }
    expect((await signIn({ email, password: PASSWORD }, here)).status).toBe(429)
    expect((await signIn({ email, password: PASSWORD }, fromNewAddress())).status).toBe(201)
  })

  it('counts failures, not successes, against an address', async () => {
    const here = fromNewAddress()
    const { email } = await person()
    await signIn({ email, password: PASSWORD }, here)
    await signIn({ email, password: 'wrong' }, here)
    const { limit, remaining } = await service.deps.limits.peek(
      'signInAddress',
      here['x-forwarded-for'],
    )
    expect(limit - remaining).toBe(1)
  })

  it('refuses early when too many passwords are being checked, and is fine afterwards', async () => {
    held.isHeld = true
    let refused = 0
    const answers = Array.from({ length: 40 }, async (_, index) => {
      const email = `crowd-${index}@example.com`
      const answer = await signIn({ email, password: 'wrong' }, fromNewAddress())
      if (answer.status === 503) refused++
      return answer
    })
    await expect.poll(() => refused, PATIENT).toBe(6)
    release()
    const all = await Promise.all(answers)
    expect(all.filter(({ status }) => status === 401)).toHaveLength(34)
    const one = all.find(({ status }) => status === 503)
    expect([one?.body.code, one?.headers.get('retry-after')]).toEqual(['overloaded', '2'])
    const { email } = await person()
    expect((await signIn({ email, password: PASSWORD }, fromNewAddress())).status).toBe(201)
  })

  it('opens no session when the password changes while it is being checked', async () => {
    const { id, email } = await person()
    held.isHeld = true
    const answer = signIn({ email, password: PASSWORD }, fromNewAddress())
    await expect.poll(() => held.works.length, PATIENT).toBe(1)
    await service.deps.store.db
      .updateTable('users')
      .set({ password_hash: `${storedHash}x` })
      .where('id', '=', id)
      .execute()
    release()
    expect((await answer).status).toBe(401)
    expect((await listSessions(id)).rows).toEqual([])
  })
})

async function listSessions(userId: number) {
  const rows = await service.deps.store.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  return { rows }
}
