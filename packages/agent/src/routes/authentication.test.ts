import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createInProcessService, type InProcessService } from '@service/service-client'
import { jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, createAgent } from '../agent.js'

const authSecret = 'an auth secret for tests, long enough'
const panel = 'https://admin.example.com'

let folder: string
let agent: Agent
let service: InProcessService
let root: string
let logs: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authentication-'))
  logs = []
  service = createInProcessService({
    users: [{ id: 7, email: 'ada@example.com', roleId: 1, firstName: 'Ada', lastName: 'L' }],
    roles: { 1: 'Support' },
    rights: { orders: true },
    signInUrl: 'https://service.example.com/sign-in',
  })
  agent = createAgent({
    authSecret,
    envSecret: '0'.repeat(64),
    schemaPath: join(folder, 'schema.json'),
    loggerLevel: 'Debug',
    logger: (level, message, error) => logs.push(`${level} ${message} ${String(error ?? '')}`),
    allowedOrigins: [panel],
    service,
  })
  agent.addDataSource(
    createMemoryDataSource({
      orders: {
        columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String' },
        records: [
          { id: 1, status: 'paid' },
          { id: 2, status: 'open' },
        ],
      },
    }),
  )
  agent.mountOnStandaloneServer(0, '127.0.0.1')
  await agent.start()
  root = `http://127.0.0.1:${agent.standaloneServerPort}/service`
})

afterAll(async () => {
  await agent.stop()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, firstName: 'Ada', lastName: 'L' })
  service.setRights('orders', true)
  service.setScope(1, 'orders', null)
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(root + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const callback = (parameters: Record<string, string>, cookie = '') =>
  fetch(`${root}/authentication/callback?${new URLSearchParams(parameters)}`, {
    headers: { cookie },
  })

/** Starts a sign-in as a browser does. */
const begin = async (renderingId = 1) => {
  const response = await post('/authentication', { renderingId })
  const { authorizationUrl } = (await response.json()) as { authorizationUrl: string }
  const state = new URL(authorizationUrl).searchParams.get('state')!
  const [setCookie] = response.headers.getSetCookie()
  return { authorizationUrl, state, setCookie: setCookie!, cookie: setCookie!.split(';')[0]! }
}

const signIn = async () => {
  const { authorizationUrl, state, cookie } = await begin()
  const response = await callback({ state, code: service.issueCode(7, authorizationUrl) }, cookie)
  return (await response.json()) as { token: string; tokenData: Record<string, unknown> }
}

const count = (headers: Record<string, string>) =>
  fetch(`${root}/orders/count?timezone=UTC`, { headers })

describe('POST /authentication', () => {
  it.each([1, '1'])('answers where to sign in for rendering %o', async renderingId => {
    const response = await post('/authentication', { renderingId })
    expect(response.status).toBe(200)
    const { authorizationUrl } = (await response.json()) as { authorizationUrl: string }
    const url = new URL(authorizationUrl)
    expect(url.origin).toBe('https://service.example.com')
    expect(JSON.parse(url.searchParams.get('state')!)).toEqual({
      renderingId: 1,
      id: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('scope')).toBe('openid email profile')
  })

  it.each([{}, { renderingId: 'abc' }, { renderingId: null }, { renderingId: 1.5 }, []])(
    'answers 400 to %o',
    async body => {
      const response = await post('/authentication', body)
      expect(response.status).toBe(400)
      const { errors } = (await response.json()) as { errors: { name: string }[] }
      expect(errors[0]?.name).toBe('ValidationError')
    },
  )
})

describe('GET /authentication/callback', () => {
  it('exchanges a code for a session that other libraries can read', async () => {
    const { token, tokenData } = await signIn()
    const { payload } = await jwtVerify(token, new TextEncoder().encode(authSecret))
    expect(payload).toEqual(tokenData)
    expect(tokenData).toMatchObject({
      id: 7,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'L',
      team: 'Operations',
      role: 'Support',
      permissionLevel: 'user',
      renderingId: 1,
    })
  })

  it('answers 401 to a code that was used or made up', async () => {
    const { state, cookie } = await begin()
    const response = await callback({ state, code: 'guess' }, cookie)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The code is unknown, used or expired.',
      state,
    })
  })

  it('answers 403 when the rendering is refused', async () => {
    const { authorizationUrl, state, cookie } = await begin(9)
    const code = service.issueCode(7, authorizationUrl)
    const response = await callback({ state, code }, cookie)
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: 403,
      error_description: 'You may not open this rendering.',
    })
  })

  it('passes on what the identity provider refused', async () => {
    const state = '{"renderingId":1}'
    const response = await callback({ state, error: 'access_denied', error_description: 'No.' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: 'access_denied',
      error_description: 'No.',
      state,
    })
  })

  it.each([
    [{ code: 'x' }, /'state' is missing/],
    [{ code: 'x', state: 'not JSON' }, /'state'/],
    [{ code: 'x', state: 'null' }, /'state'/],
    [{ code: 'x', state: '{"renderingId":1}' }, /'state'/],
    [{ state: '{"renderingId":1}' }, /'code' is missing/],
  ])('answers 400 to %o', async (parameters, detail) => {
    const response = await callback(parameters as Record<string, string>)
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: { detail: string }[] }
    expect(errors[0]?.detail).toMatch(detail)
  })
})

describe('the browser that signs in', () => {
  it('keeps what ties the sign-in to it where scripts cannot read it', async () => {
    const { setCookie } = await begin()
    expect(setCookie).toMatch(
      /^service_sign_in_[\w-]{12}=[\w.-]+; Path=\/service\/authentication; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
  })

  it.each([
    [{ origin: panel }, 'SameSite=None; Secure'],
    [{ origin: 'https://127.0.0.1' }, 'SameSite=Lax; Secure'],
    [{ origin: 'https://elsewhere.example.com' }, 'SameSite=Lax; Secure'],
    [{ origin: 'http://127.0.0.1:3000' }, 'SameSite=Lax'],
    [{ 'x-forwarded-proto': 'https' }, 'SameSite=Lax; Secure'],
    [{ 'x-forwarded-proto': 'http' }, 'SameSite=Lax'],
  ])('keeps the cookie of a request with %j as %s', async (headers, attributes) => {
    const response = await post('/authentication', { renderingId: 1 }, headers)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie!.split('; HttpOnly; ')[1]).toBe(attributes)
  })

  it('forgets the cookie when the sign-in ends, well or badly', async () => {
    const ends = {
      200: (url: string) => ({ code: service.issueCode(7, url) }),
      401: () => ({ code: 'guess' }),
      403: (url: string) => ({ code: service.issueCode(8, url) }),
    }
    for (const [status, end] of Object.entries(ends)) {
      const { authorizationUrl, state, cookie } = await begin()
      const response = await callback({ state, ...end(authorizationUrl) }, cookie)
      expect(response.status).toBe(Number(status))
      const name = cookie.split('=')[0]
      expect(response.headers.getSetCookie()).toEqual([
        `${name}=; Path=/service/authentication; Max-Age=0; HttpOnly; SameSite=Lax`,
      ])
    }
    const { state } = await begin()
    const refused = await callback({ state, error: 'access_denied' })
    expect(refused.headers.getSetCookie()).toHaveLength(1)
  })

  it.each(['', 'service_sign_in_x=y'])(
    'cannot be replaced by one with the cookie %o',
    async cookie => {
      const { authorizationUrl, state } = await begin()
      const response = await callback(
        { state, code: service.issueCode(7, authorizationUrl) },
        cookie,
      )
      expect(response.status).toBe(400)
      expect(await response.text()).toMatch(/it began in another browser/)
    },
  )

  it('cannot use the cookie of one sign-in for another', async () => {
    const [one, two] = [await begin(), await begin()]
    const name = two.cookie.split('=')[0]
    const mixed = `${name}=${one.cookie.slice(one.cookie.indexOf('=') + 1)}`
    const code = service.issueCode(7, two.authorizationUrl)
    const response = await callback({ state: two.state, code }, mixed)
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/belongs to another sign-in/)
  })
})

describe('a session', () => {
  it('opens private routes, as a header and as a cookie of either spelling', async () => {
    const { token } = await signIn()
    const answers = await Promise.all([
      count({ authorization: `Bearer ${token}` }),
      count({ cookie: `service_session_token=${token}` }),
      count({ cookie: `forest_session_token=${token}` }),
    ])
    for (const answer of answers) expect(await answer.json()).toEqual({ count: 2 })
  })

  it('is needed: without one the answer is a 401 envelope', async () => {
    const response = await count({})
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      errors: [{ name: 'UnauthorizedError', status: 401, detail: expect.any(String) }],
    })
  })

  it('obeys rights, scopes and removals from the next request on', async () => {
    const { token } = await signIn()
    const headers = { authorization: `Bearer ${token}` }
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    expect(await (await count(headers)).json()).toEqual({ count: 1 })
    service.setRights('orders', false)
    const forbidden = await count(headers)
    expect(forbidden.status).toBe(403)
    expect(await forbidden.json()).toMatchObject({ errors: [{ name: 'ForbiddenError' }] })
    service.removeUser(7)
    expect((await count(headers)).status).toBe(401)
  })

  it('ends when the role of its user changes, and begins again with the new role', async () => {
    const { token, tokenData } = await signIn()
    expect(tokenData).toMatchObject({ roleId: 1 })
    const headers = { authorization: `Bearer ${token}` }
    expect((await count(headers)).status).toBe(200)
    service.setUser({ id: 7, email: 'ada@example.com', roleId: 2 })
    const ended = await count(headers)
    expect(ended.status).toBe(401)
    expect(await ended.json()).toMatchObject({
      errors: [{ name: 'UnauthorizedError', detail: 'Your role has changed: sign in again.' }],
    })
    const again = await signIn()
    expect((await count({ authorization: `Bearer ${again.token}` })).status).toBe(200)
    service.setUser({ id: 7, email: 'ada@example.com', roleId: 1 })
    expect((await count({ authorization: `Bearer ${again.token}` })).status).toBe(401)
  })

  it.each([
    [{ roleId: 1 }, 200],
    [{ roleId: '1' }, 200],
    [{ roleId: null }, 200],
    [{}, 200],
    [{ roleId: 2 }, 401],
    [{ roleId: 'Support' }, 401],
  ])('minted by a tool with %j answers %i', async (claims, status) => {
    const token = await new SignJWT({ id: 7, renderingId: 1, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(authSecret))
    expect((await count({ authorization: `Bearer ${token}` })).status).toBe(status)
  })

  it('is told from every other kind of token, whatever opens it', async () => {
    const { token } = await signIn()
    const { authorizationUrl, state, cookie } = await begin()
    const [name, sealed] = cookie.split('=') as [string, string]
    expect((await count({ authorization: `Bearer ${sealed}` })).status).toBe(401)
    const code = service.issueCode(7, authorizationUrl)
    expect((await callback({ state, code }, `${name}=${token}`)).status).toBe(400)
  })

  it('never appears in a log line', async () => {
    const { token } = await signIn()
    await count({ authorization: `Bearer ${token}` })
    await count({ authorization: `Bearer ${token}x` })
    const text = logs.join('\n')
    expect(text).toContain('/orders/count')
    for (const part of token.split('.')) expect(text).not.toContain(part)
    expect(text).not.toContain(authSecret)
  })
})

describe('POST /authentication/renew', () => {
  it('answers a new session of the same rendering with the profile as it is now', async () => {
    const { token, tokenData } = await signIn()
    service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, firstName: 'Augusta' })
    const response = await post('/authentication/renew', {}, { authorization: `Bearer ${token}` })
    expect(response.status).toBe(200)
    const renewed = (await response.json()) as Awaited<ReturnType<typeof signIn>>
    expect(renewed.tokenData).toMatchObject({
      id: 7,
      firstName: 'Augusta',
      team: 'Operations',
      role: 'Support',
      roleId: 1,
      renderingId: 1,
      auth_time: tokenData.auth_time,
    })
    expect((await count({ authorization: `Bearer ${renewed.token}` })).status).toBe(200)
  })

  it('is for sessions that are still good', async () => {
    const { token } = await signIn()
    expect((await post('/authentication/renew', {})).status).toBe(401)
    service.removeUser(7)
    const headers = { authorization: `Bearer ${token}` }
    expect((await post('/authentication/renew', {}, headers)).status).toBe(401)
  })

  it('with a cookie needs a page that may write', async () => {
    const { token } = await signIn()
    const headers = { cookie: `service_session_token=${token}` }
    expect((await post('/authentication/renew', {}, headers)).status).toBe(403)
    const fromPanel = { ...headers, origin: panel }
    expect((await post('/authentication/renew', {}, fromPanel)).status).toBe(200)
  })
})

describe('POST /scope-cache-invalidation', () => {
  it('needs a session and a rendering', async () => {
    const { token } = await signIn()
    const headers = { authorization: `Bearer ${token}` }
    const path = '/scope-cache-invalidation'
    expect((await post(path, { renderingId: 1 })).status).toBe(401)
    expect((await post(path, { renderingId: '1' }, headers)).status).toBe(204)
    expect((await post(path, { renderingId: 'x' }, headers)).status).toBe(400)
    expect((await post(path, {}, headers)).status).toBe(400)
  })

  it('has the rendering read again', async () => {
    const { token } = await signIn()
    const refresh = vi.spyOn(service, 'refreshRendering')
    await post(
      '/scope-cache-invalidation',
      { renderingId: 1 },
      { authorization: `Bearer ${token}` },
    )
    expect(refresh.mock.calls).toEqual([[1]])
    refresh.mockRestore()
  })
})

describe('POST /authentication/logout', () => {
  it('answers 204', async () => {
    expect((await post('/authentication/logout', {})).status).toBe(204)
  })
})
