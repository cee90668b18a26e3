import { createAgent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { ServiceAwayError } from '@service/service-client'
import { createKeyRing, createSessionTokens, deriveKey } from '@service/tokens'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  addressesAt,
  authSecret,
  formatRefusal,
  openAuthorization,
  origin,
  resource,
  serve,
} from '../testing/open-authorization.js'

afterEach(() => {
  vi.useRealTimers()
})

/** The claims of a token that would be let in. */
const buildClaims = (grantId: string, clientId: string) => ({
  iss: `${origin}/`,
  aud: resource,
  sub: '1',
  renderingId: 1,
  roleId: 1,
  client_id: clientId,
  grant_id: grantId,
  scope: 'mcp:read',
  exp: Math.floor(Date.now() / 1000) + 600,
})

/** A genuine grant, and tokens that say what they like about it. */
async function forge() {
  const opened = openAuthorization()
  await opened.tokens()
  const claims = buildClaims(opened.grants[0]?.grantId ?? '', opened.client.clientId)
  const keys = createKeyRing([authSecret], secret => deriveKey(secret, 'mcp-access'))
  const outcome = async (token: string | Promise<string>) => {
    const response = await opened.call(await token)
    return response.ok ? 'accepted' : formatRefusal(response)
  }
  return { ...opened, claims, keys, outcome }
}

describe('the protocol endpoint', () => {
  it('says how to get a token when there is none', async () => {
    const { send } = openAuthorization()
    const response = await send('/mcp', { method: 'POST' })
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", ' +
        `error_description="An access token is needed: 'Authorization: Bearer <token>'.", ` +
        `scope="mcp:read mcp:write mcp:action", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    )
    expect(await formatRefusal(response)).toMatch(/^401 invalid_token/)
  })

  it.each([
    ['another scheme', (token: string) => ({ authorization: `Basic ${token}` })],
    ['two tokens', (token: string) => ({ authorization: `Bearer ${token} ${token}` })],
    ['a cookie', (token: string) => ({ cookie: `service_session_token=${token}` })],
  ])('takes no token from %s', async (_, headersFor) => {
    const { send, tokens } = openAuthorization()
    const { access_token: token } = await tokens()
    const response = await send('/mcp', { method: 'POST', headers: headersFor(token) })
    expect(response.status).toBe(401)
    expect((await send(`/mcp?access_token=${token}`, { method: 'POST' })).status).toBe(401)
  })

  it('takes a token that it would issue, and none that differs in one thing', async () => {
    const { claims, keys, outcome } = await forge()
    const sign = (difference: object, typ = 'mcp-access') =>
      outcome(keys.sign({ ...claims, ...difference }, typ))
    expect(await sign({})).toBe('accepted')
    const notOurs = '401 invalid_token: The access token was not issued by this server.'
    expect(await sign({ aud: 'https://other.example.com/mcp' })).toBe(
      '401 invalid_token: The access token is for another resource.',
    )
    expect(await sign({ aud: undefined })).toMatch(/^401 invalid_token/)
    expect(await sign({ iss: 'https://other.example.com/' })).toBe(notOurs)
    expect(await sign({ exp: 1 })).toBe('401 invalid_token: The access token has expired.')
    expect(await sign({ exp: undefined })).toBe(notOurs)
    expect(await sign({ roleId: undefined })).toBe(notOurs)
    expect(await sign({ grant_id: 'another' })).toBe('401 invalid_token: The access was revoked.')
    expect(await sign({ roleId: 2 })).toMatch(/^401 invalid_token: The role/)
    expect(await sign({ sub: '2' })).toMatch(/^401 invalid_token: The role/)
    expect(await sign({}, 'JWT')).toMatch(/^401 invalid_token: This is no access token/)
  })

  it('takes no token that another key signed, or another algorithm', async () => {
    const { claims, outcome } = await forge()
    const header = { typ: 'mcp-access' }
    const signed = (alg: string, secret: string, purpose?: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, alg })
        .sign(purpose ? deriveKey(secret, purpose) : new TextEncoder().encode(secret))
    expect(await outcome(signed('HS256', authSecret, 'mcp-access'))).toBe('accepted')
    for (const token of [
      await signed('HS256', authSecret),
      await signed('HS256', authSecret, 'mcp-refresh'),
      await signed('HS256', 'another secret', 'mcp-access'),
      await signed('HS512', authSecret, 'mcp-access'),
      new UnsecuredJWT(claims).encode(),
    ]) {
      expect(await outcome(token)).toMatch(/^401 invalid_token/)
    }
  })

  it('tells a refresh token, and takes none', async () => {
    const { tokens, call } = openAuthorization()
    const { refresh_token: token } = await tokens()
    expect(await formatRefusal(await call(token))).toBe(
      '400 unsupported_token_type: This is a refresh token: exchange it for an access token.',
    )
  })

  it('takes no session of the agent', async () => {
    const { outcome } = await forge()
    const sessions = createSessionTokens([authSecret])
    const user = {
      id: 1,
      email: 'ada@example.com',
      firstName: '',
      lastName: '',
      team: '',
      role: '',
    }
    const { token } = await sessions.issue({ ...user, permissionLevel: 'user' }, 1)
    expect(await outcome(token)).toMatch(/^401 invalid_token: This is no access token/)
  })

  it.each(['', 'x', 'a.b.c', '..', 'x'.repeat(9000)])('refuses %s', async text => {
    const { call } = openAuthorization()
    expect((await call(text)).status).toBe(401)
  })

  it('needs mcp:read, whatever else there is', async () => {
    const { tokens, call } = openAuthorization()
    const { access_token: token } = await tokens({ scopes: ['mcp:write'] })
    const response = await call(token)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/)
    expect(await formatRefusal(response)).toBe(
      "403 insufficient_scope: The access token lacks the scope 'mcp:read'.",
    )
  })

  it('knows no scopes but its own', async () => {
    const { claims, keys, call } = await forge()
    const token = await keys.sign(
      { ...claims, scope: 'mcp:read mcp:root mcp:action' },
      'mcp-access',
    )
    expect(await (await call(token)).json()).toMatchObject({ scopes: ['mcp:read', 'mcp:action'] })
  })
})

describe('a token of another MCP server', () => {
  it('with the same secret is refused: each is good for its own resource', async () => {
    const { tokens, callAnother } = openAuthorization()
    const { access_token: token } = await tokens()
    const ask = (address: string) =>
      callAnother({ addresses: async () => addressesAt(address) }, token)
    expect((await ask(origin)).status).toBe(200)
    expect(await formatRefusal(await ask('https://other.example.com'))).toMatch(
      /^401 invalid_token/,
    )
  })

  it('is refused after the address of this one changed, although it was let in before', async () => {
    let address = origin
    const { tokens, settings } = openAuthorization()
    const { access_token: token } = await tokens()
    const send = serve({ ...settings, addresses: async () => addressesAt(address) })
    const status = async () =>
      (
        await send(
          new Request(`${origin}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
          }),
        )
      ).status
    expect(await status()).toBe(200)
    address = 'https://moved.example.com'
    expect(await status()).toBe(401)
  })
})

describe('a token of the secret before', () => {
  it('is good while that one is kept, and no longer', async () => {
    const { tokens, callAnother } = openAuthorization()
    const { access_token: token } = await tokens()
    const ask = async (...authSecrets: [string, ...string[]]) =>
      (await callAnother({ authSecrets }, token)).status
    expect(await ask('the next secret', authSecret)).toBe(200)
    expect(await ask('the next secret')).toBe(401)
  })
})

describe('a token that was let in before', () => {
  it('is refused as soon as the grant ends, the role changes or the person goes', async () => {
    const { tokens, call, service, ada, grants } = openAuthorization()
    const { access_token: token } = await tokens()
    const outcome = async () => (await call(token)).status
    expect(await outcome()).toBe(200)
    service.setUser({ ...ada, roleId: 2 })
    expect(await formatRefusal(await call(token))).toMatch(/^401 invalid_token: The role/)
    service.setUser(ada)
    expect(await outcome()).toBe(200)
    service.removeUser(1)
    expect(await outcome()).toBe(401)
    service.setUser(ada)
    const again = await tokens()
    expect((await call(again.access_token)).status).toBe(200)
    await service.mcp.revoke(grants.at(-1)?.grantId ?? '')
    expect((await call(again.access_token)).status).toBe(401)
  })

  it('is refused at its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { tokens, call } = openAuthorization()
    const { access_token: token } = await tokens()
    expect((await call(token)).status).toBe(200)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await formatRefusal(await call(token))).toBe(
      '401 invalid_token: The access token has expired.',
    )
  })

  it('is a 503 while nobody can tell whether it was revoked', async () => {
    let isAway = false
    const opened = openAuthorization()
    const { access_token: token } = await opened.tokens()
    const send = serve({
      ...opened.settings,
      service: {
        ...opened.settings.service,
        hasEnded(grantId) {
          if (isAway) throw new ServiceAwayError('What the service said is too old.')
          return opened.service.mcp.hasEnded(grantId)
        },
      },
    })
    const ask = () =>
      send(new Request(resource, { method: 'POST', headers: { authorization: `Bearer ${token}` } }))
    expect((await ask()).status).toBe(200)
    isAway = true
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('is not verified again', async () => {
    const verified = vi.spyOn(crypto.subtle, 'verify')
    const { tokens, call } = openAuthorization()
    const { access_token: token } = await tokens()
    for (let count = 0; count < 5; count += 1) expect((await call(token)).status).toBe(200)
    expect(verified).toHaveBeenCalledTimes(1)
    verified.mockRestore()
  })
})

describe('an agent', () => {
  it('takes neither kind of token as a session', async () => {
    const { tokens, service } = openAuthorization()
    const agent = createAgent({
      authSecret,
      envSecret: '0'.repeat(64),
      skipSchemaUpdate: true,
      activityLog: false,
      loggerLevel: 'Error',
      service,
    })
    agent.addDataSource(
      createMemoryDataSource({
        orders: { columns: { id: { type: 'Number', isPrimaryKey: true } }, records: [{ id: 1 }] },
      }),
    )
    await agent.start()
    const count = (token: string) =>
      agent.fetch(
        new Request(`${origin}/service/orders/count?timezone=UTC`, {
          headers: { authorization: `Bearer ${token}` },
        }),
      )
    const sessions = createSessionTokens([authSecret])
    const user = {
      id: 1,
      email: 'ada@example.com',
      firstName: '',
      lastName: '',
      team: '',
      role: '',
    }
    const { token } = await sessions.issue({ ...user, permissionLevel: 'user' }, 1)
    expect((await count(token)).status).toBe(200)
    const { access_token: access, refresh_token: refresh } = await tokens()
    expect((await count(access)).status).toBe(401)
    expect((await count(refresh)).status).toBe(401)
    await agent.stop()
  })
})
