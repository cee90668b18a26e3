import { ServiceAwayError } from '@service/service-client'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addressesAt,
  formatRefusal,
  openAuthorization,
  origin,
  resource,
  serve,
  type Tokens,
} from '../testing/open-authorization.js'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T08:00:00Z'), toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const elsewhere = { addresses: async () => addressesAt('https://other.example.com') }
const read = async (response: Response) => (await response.json()) as Tokens

describe('a code', () => {
  it('is exchanged as a form and as JSON, also when the host read the body', async () => {
    const { codeFor, codeParameters, exchange, send, settings } = openAuthorization()
    expect((await exchange(await codeFor())).status).toBe(200)
    const body = async () => codeParameters(await codeFor())
    const asJson = await send('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await body()),
    })
    expect(asJson.status).toBe(200)
    const parsed = await serve(settings)(
      new Request(`${origin}/oauth/token`, { method: 'POST', body: 'read by the host' }),
      { parsedBody: await body() },
    )
    expect(parsed.status).toBe(200)
  })

  it('gives what the person chose, not what the client asked for', async () => {
    const { tokens } = openAuthorization()
    const { scope, access_token: token } = await tokens({ scopes: ['mcp:read'] })
    expect([scope, decodeJwt(token).scope]).toEqual(['mcp:read', 'mcp:read'])
  })

  it('works once: the second use ends the access that the first gave', async () => {
    const { codeFor, exchange, call } = openAuthorization()
    const code = await codeFor()
    const { access_token: token } = await read(await exchange(code))
    expect((await call(token)).status).toBe(200)
    expect(await formatRefusal(await exchange(code))).toMatch(/^400 invalid_grant: /)
    expect((await call(token)).status).toBe(401)
  })

  it.each<[string, Record<string, string>, string]>([
    ['a code that was made up', { code: 'guess' }, 'invalid_grant'],
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['a verifier that is too short', { code_verifier: 'x'.repeat(42) }, 'invalid_request'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no code', { code: '' }, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'https://evil.test/' }, 'invalid_grant'],
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['no client', { client_id: '' }, 'invalid_client'],
    ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a grant type of JavaScript', { grant_type: 'toString' }, 'unsupported_grant_type'],
    ['no grant type', { grant_type: '' }, 'invalid_request'],
  ])('is refused with %s', async (_, difference, error) => {
    const { codeFor, exchange } = openAuthorization()
    const response = await exchange(await codeFor(), difference)
    expect(await formatRefusal(response)).toMatch(new RegExp(`^400 ${error}: .+\\.$`))
  })

  it('is refused to another client, even one that is registered', async () => {
    const { codeFor, exchange, service } = openAuthorization()
    const { clientId } = service.mcp.registerClient({ redirectUris: ['https://evil.test/'] })
    const response = await exchange(await codeFor(), { client_id: clientId })
    expect(await formatRefusal(response)).toMatch(/^400 invalid_grant/)
  })

  it('of a client that is not allowed any more is refused', async () => {
    const { codeFor, codeParameters, askAnother } = openAuthorization()
    const difference = { allowedClients: ['other.example.com'] }
    const response = await askAnother(difference, codeParameters(await codeFor()))
    expect(await formatRefusal(response)).toMatch(/^400 invalid_client/)
  })

  it('that was given for another resource is refused, and the grant taken back', async () => {
    const { codeFor, codeParameters, askAnother, grants, service } = openAuthorization()
    const response = await askAnother(elsewhere, codeParameters(await codeFor()))
    expect(await formatRefusal(response)).toMatch(/^400 invalid_grant: .*another resource/)
    expect(service.mcp.hasEnded(grants[0]?.grantId ?? '')).toBe(true)
  })

  it('of somebody unknown here is refused, and the grant taken back', async () => {
    const { codeFor, codeParameters, askAnother, grants, service } = openAuthorization()
    const difference = { findRole: () => undefined }
    const response = await askAnother(difference, codeParameters(await codeFor()))
    expect(await formatRefusal(response)).toMatch(/^400 invalid_grant: .*not known/)
    expect(service.mcp.hasEnded(grants[0]?.grantId ?? '')).toBe(true)
  })
})

describe('a body', () => {
  const send = (body: string, type: string) =>
    openAuthorization().send('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

  it.each([
    ['broken JSON', '{"grant_type":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['a number for a text', '{"grant_type":5}', 'application/json', 400],
    ['a parameter twice', 'code=1&code=2', 'application/x-www-form-urlencoded', 400],
    ['another type', 'x', 'text/plain', 415],
    ['too much', `code=${'x'.repeat(33_000)}`, 'application/x-www-form-urlencoded', 413],
    ['nothing', '', 'application/x-www-form-urlencoded', 400],
  ])('with %s is an invalid_request', async (_, body, type, status) => {
    const response = await send(body, type)
    expect(await formatRefusal(response)).toMatch(new RegExp(`^${status} invalid_request: .+`))
  })
})

describe('a refresh token', () => {
  it('gives fewer scopes when they are asked for, and never more', async () => {
    const { tokens, refresh } = openAuthorization()
    const first = await tokens()
    const second = await read(await refresh(first.refresh_token, { scope: 'mcp:read' }))
    expect([second.scope, decodeJwt(second.access_token).scope]).toEqual(['mcp:read', 'mcp:read'])
    expect(
      await formatRefusal(await refresh(second.refresh_token, { scope: 'mcp:read mcp:admin' })),
    ).toMatch(/^400 invalid_scope/)
    expect(await formatRefusal(await refresh(second.refresh_token, { scope: 'all' }))).toMatch(
      /^400 invalid_scope/,
    )
  })

  it('whose answer was lost gives tokens of the same grant again, until the new one is used', async () => {
    const { tokens, refresh, call } = openAuthorization()
    const first = await tokens()
    await refresh(first.refresh_token)
    const again = await read(await refresh(first.refresh_token))
    expect((await call(again.access_token)).status).toBe(200)
    expect((await refresh(again.refresh_token)).status).toBe(200)
    expect(await formatRefusal(await refresh(first.refresh_token))).toMatch(/^400 invalid_grant/)
    expect((await call(again.access_token)).status).toBe(401)
  })

  it('that was changed, made up or is too long is an invalid_grant', async () => {
    const { tokens, refresh } = openAuthorization()
    const { refresh_token: token } = await tokens()
    for (const wrong of [`${token}x`, 'guess', 'a.b.c.d.e', 'x'.repeat(9000)]) {
      expect(await formatRefusal(await refresh(wrong))).toMatch(/^400 invalid_grant/)
    }
    expect((await refresh(token)).status).toBe(200)
  })

  it('is told from an access token', async () => {
    const { tokens, refresh } = openAuthorization()
    const { access_token: token } = await tokens()
    expect(await formatRefusal(await refresh(token))).toBe(
      '400 unsupported_token_type: This is no refresh token.',
    )
  })

  it('of another client is refused, and still good for its own', async () => {
    const { tokens, refresh, service } = openAuthorization()
    const { refresh_token: token } = await tokens()
    const other = service.mcp.registerClient({ redirectUris: ['https://evil.test/'] })
    expect(await formatRefusal(await refresh(token, { client_id: other.clientId }))).toMatch(
      /^400 invalid_client/,
    )
    expect((await refresh(token)).status).toBe(200)
  })

  it('is refused for another resource', async () => {
    const { tokens, refresh } = openAuthorization()
    const { refresh_token: token } = await tokens()
    expect(await formatRefusal(await refresh(token, { resource: `${resource}2` }))).toMatch(
      /^400 invalid_target/,
    )
  })

  it('of another MCP server with the same secret is refused, and stays good there', async () => {
    const { tokens, refresh, refreshParameters, askAnother } = openAuthorization()
    const { refresh_token: token } = await tokens()
    const response = await askAnother(elsewhere, refreshParameters(token))
    expect(await formatRefusal(response)).toMatch(/^400 invalid_grant/)
    expect((await refresh(token)).status).toBe(200)
  })

  it('ends with the role of the person, and takes the grant with it', async () => {
    const { tokens, refresh, service, ada, grants } = openAuthorization()
    const { refresh_token: token } = await tokens()
    service.setUser({ ...ada, roleId: 2 })
    expect(await formatRefusal(await refresh(token))).toMatch(/^400 invalid_grant: .*role/)
    expect(service.mcp.hasEnded(grants[0]?.grantId ?? '')).toBe(true)
    service.setUser(ada)
    expect(await formatRefusal(await refresh(token))).toMatch(/^400 invalid_grant/)
  })

  it('ends when the person is removed', async () => {
    const { tokens, refresh, service } = openAuthorization()
    const { refresh_token: token } = await tokens()
    service.removeUser(1)
    expect(await formatRefusal(await refresh(token))).toMatch(/^400 invalid_grant/)
  })

  it('of the secret before is good while that one is kept', async () => {
    const { tokens, refresh, refreshParameters, askAnother } = openAuthorization()
    const { refresh_token: token } = await tokens()
    const ask = (authSecrets: readonly [string, ...string[]]) =>
      askAnother({ authSecrets }, refreshParameters(token))
    expect(await formatRefusal(await ask(['the next secret']))).toMatch(/^400 invalid_grant/)
    const next = await read(await ask(['the next secret', 'an auth secret for tests, long enough']))
    expect(next.token_type).toBe('Bearer')
    expect(await formatRefusal(await refresh(next.refresh_token))).toMatch(/^400 invalid_grant/)
  })
})

describe('lifetimes', () => {
  it('are those of the service without caps: a client that goes on never has to ask again', async () => {
    const { tokens, refresh, logs } = openAuthorization()
    let current = await tokens()
    for (let days = 0; days < 30; days += 7) {
      expect(current.expires_in).toBe(3600)
      pass(7 * 86_400)
      current = await read(await refresh(current.refresh_token))
    }
    pass(691_200)
    expect(await formatRefusal(await refresh(current.refresh_token))).toMatch(/^400 invalid_grant/)
    expect(logs.filter(line => line.startsWith('Warn'))).toEqual([])
  })

  it('of access tokens end at the cap', async () => {
    const { tokens, call } = openAuthorization({ tokenTtl: { access: 600 } })
    const { expires_in: seconds, access_token: token } = await tokens()
    expect(seconds).toBe(600)
    pass(599)
    expect((await call(token)).status).toBe(200)
    pass(1)
    expect(await formatRefusal(await call(token))).toMatch(/^401 invalid_token: .*expired/)
  })

  it('cannot be made longer than the service grants, which is said once', async () => {
    const { tokens, logs } = openAuthorization({ tokenTtl: { access: 86_400 } })
    expect((await tokens()).expires_in).toBe(3600)
    await tokens()
    expect(logs.filter(line => line.startsWith('Warn'))).toEqual([
      expect.stringMatching(/accessTokenSeconds \(86400\) has no effect/),
    ])
  })

  it('of a session are measured from the sign-in, however often it is refreshed', async () => {
    const { tokens, refresh, call } = openAuthorization({ tokenTtl: { refresh: 7200 } })
    let current = await tokens()
    pass(3000)
    current = await read(await refresh(current.refresh_token))
    expect(current.expires_in).toBe(3600)
    pass(3000)
    current = await read(await refresh(current.refresh_token))
    expect(current.expires_in).toBe(1200)
    pass(1200)
    expect((await call(current.access_token)).status).toBe(401)
    expect(await formatRefusal(await refresh(current.refresh_token))).toMatch(/^400 invalid_grant/)
  })

  it('of sessions that a lower cap cuts short end at once, with their grant', async () => {
    const { tokens, refreshParameters, askAnother, grants, service } = openAuthorization()
    const { refresh_token: token } = await tokens()
    pass(600)
    const response = await askAnother({ tokenTtl: { refresh: 600 } }, refreshParameters(token))
    expect(await formatRefusal(response)).toMatch(/^400 invalid_grant: The session is over/)
    expect(service.mcp.hasEnded(grants[0]?.grantId ?? '')).toBe(true)
  })
})

describe('a service that is away', () => {
  const away = async () => {
    throw new ServiceAwayError('The service cannot be reached.', { retryAfter: 9 })
  }

  it('is no fault of the client: 503 with Retry-After, and the token stays good', async () => {
    const { tokens, refresh, refreshParameters, askAnother, settings } = openAuthorization()
    const { refresh_token: token } = await tokens()
    const difference = { service: { ...settings.service, refresh: away } }
    const response = await askAnother(difference, refreshParameters(token))
    expect(response.headers.get('retry-after')).toBe('9')
    expect(await formatRefusal(response)).toBe(
      '503 temporarily_unavailable: The service cannot be reached.',
    )
    expect((await refresh(token)).status).toBe(200)
  })

  it('keeps nobody from metadata of the resource', async () => {
    const { send } = openAuthorization({ port: { registrationUrl: away } })
    expect((await send('/.well-known/oauth-protected-resource/mcp')).status).toBe(200)
    expect((await send('/.well-known/oauth-authorization-server')).status).toBe(503)
  })

  it('does not make a failure of ours look like one of OAuth', async () => {
    const { exchange, codeFor } = openAuthorization({
      port: {
        exchangeCode: async () => {
          throw new TypeError('a mistake')
        },
      },
    })
    const response = await exchange(await codeFor())
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('a mistake')
  })
})

describe('revocation', () => {
  it('is for the client that owns the token alone', async () => {
    const { tokens, post, service, call } = openAuthorization()
    const { access_token: access, refresh_token: refresh } = await tokens()
    const { clientId } = service.mcp.registerClient({ redirectUris: ['https://evil.test/'] })
    for (const token of [access, refresh]) {
      const response = await post('/oauth/revoke', { token, client_id: clientId })
      expect(await formatRefusal(response)).toMatch(/^400 invalid_client/)
      expect(await formatRefusal(await post('/oauth/revoke', { token }))).toMatch(
        /^400 invalid_client/,
      )
    }
    expect((await call(access)).status).toBe(200)
  })

  it('of a token that is unknown, or of another kind, is done already', async () => {
    const { post, client, tokens } = openAuthorization()
    const { refresh_token: token } = await tokens()
    for (const unknown of ['guess', 'a.b.c', `${token}x`, 'x'.repeat(9000)]) {
      const response = await post('/oauth/revoke', { token: unknown, client_id: client.clientId })
      expect([response.status, await response.text()]).toEqual([200, ''])
    }
  })

  it('of an expired access token ends nothing', async () => {
    const { post, client, tokens, refresh } = openAuthorization()
    const { access_token: access, refresh_token: token } = await tokens()
    pass(3600)
    const response = await post('/oauth/revoke', { token: access, client_id: client.clientId })
    expect(response.status).toBe(200)
    expect((await refresh(token)).status).toBe(200)
  })

  it('needs a token, and a service that hears of it', async () => {
    const away = async () => {
      throw new ServiceAwayError('The service cannot be reached.')
    }
    const { post, client, tokens } = openAuthorization({ port: { revoke: away } })
    const { access_token: token } = await tokens()
    const ask = (parameters: Record<string, string>) =>
      post('/oauth/revoke', { client_id: client.clientId, ...parameters })
    expect(await formatRefusal(await ask({}))).toBe("400 invalid_request: 'token' is missing.")
    expect((await ask({ token })).status).toBe(503)
  })
})

describe('one address', () => {
  it.each([
    ['/oauth/authorize', 'GET', 100],
    ['/oauth/token', 'POST', 50],
    ['/oauth/revoke', 'POST', 50],
  ])('may call %s with %s %i times within a quarter of an hour', async (path, method, most) => {
    const { send } = openAuthorization()
    for (let count = 0; count < most; count += 1) {
      expect((await send(path, { method })).status).toBe(400)
    }
    pass(60)
    const response = await send(path, { method })
    expect(response.headers.get('retry-after')).toBe('840')
    expect(await formatRefusal(response)).toMatch(/^429 too_many_requests: .*840 seconds/)
    expect((await send(path, { method }, '10.0.0.2')).status).toBe(400)
    pass(840)
    expect((await send(path, { method })).status).toBe(400)
  })
})
