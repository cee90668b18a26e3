import { compactDecrypt, decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  formatRefusal,
  type OpenedAuthorization,
  openAuthorization,
  origin,
  redirectUri,
  resource,
} from '../testing/open-authorization.js'

let opened: OpenedAuthorization
let server: oauth.AuthorizationServer
let client: oauth.Client
let options: { [oauth.customFetch]: typeof fetch }

beforeEach(async () => {
  opened = openAuthorization()
  options = {
    [oauth.customFetch]: async (input, init) => {
      const { pathname, search } = new URL(String(input))
      return opened.send(pathname + search, init)
    },
  }
  client = { client_id: opened.client.clientId }
  const found = await oauth.resourceDiscoveryRequest(new URL(resource), options)
  const { authorization_servers: [issuer = ''] = [] } =
    await oauth.processResourceDiscoveryResponse(new URL(resource), found)
  const discovered = await oauth.discoveryRequest(new URL(issuer), {
    algorithm: 'oauth2',
    ...options,
  })
  server = await oauth.processDiscoveryResponse(new URL(issuer), discovered)
})

/** From the authorization endpoint through the consent of a person to tokens. */
async function connect(scope = 'mcp:read mcp:write'): Promise<oauth.TokenEndpointResponse> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    state,
    resource,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const sent = await opened.send(url.pathname + url.search)
  const consentUrl = new URL(sent.headers.get('location') ?? '')
  const code = opened.service.mcp.grantCode(1, consentUrl.href)
  const back = new URL(redirectUri)
  back.searchParams.set('code', code)
  back.searchParams.set('state', consentUrl.searchParams.get('state') ?? '')
  const answer = oauth.validateAuthResponse(server, client, back, state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    redirectUri,
    verifier,
    { ...options, additionalParameters: { resource } },
  )
  return oauth.processAuthorizationCodeResponse(server, client, response)
}

async function refresh(token = ''): Promise<oauth.TokenEndpointResponse> {
  const response = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    token,
    options,
  )
  return oauth.processRefreshTokenResponse(server, client, response)
}

const call = (token: string) =>
  oauth.protectedResourceRequest(token, 'POST', new URL(resource), undefined, undefined, options)

describe('a client of another library', () => {
  it('finds the server from the resource alone', () => {
    expect(server).toEqual({
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: 'https://service.example.com/oauth/register',
      revocation_endpoint: `${origin}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['mcp:read', 'mcp:write', 'mcp:action', 'mcp:admin'],
      protected_resources: [resource],
    })
  })

  it('is let in by a code with PKCE, and acts for the person who consented', async () => {
    const tokens = await connect()
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'mcp:read mcp:write',
    })
    const response = await call(tokens.access_token)
    expect(await response.json()).toEqual({
      userId: 1,
      renderingId: 1,
      roleId: 1,
      clientId: client.client_id,
      grantId: opened.grants[0]?.grantId,
      scopes: ['mcp:read', 'mcp:write'],
      expiresAt: expect.any(Number),
    })
  })

  it('goes on with a refresh token, and each is another one', async () => {
    const first = await connect()
    const second = await refresh(first.refresh_token)
    const third = await refresh(second.refresh_token)
    expect(new Set([first, second, third].map(each => each.refresh_token)).size).toBe(3)
    expect((await call(third.access_token)).status).toBe(200)
  })

  it('ends its access by revoking either token', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const tokens = await connect()
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, oauth.None(), tokens[kind] ?? '', options),
      )
      await expect(call(tokens.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError)
      await expect(refresh(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    }
  })
})

describe('refresh tokens', () => {
  it('rotate in families: using an old one ends the newest one and the access tokens too', async () => {
    const first = await opened.tokens()
    const next = async ({ refresh_token: token }: typeof first) =>
      (await (await opened.refresh(token)).json()) as typeof first
    const second = await next(first)
    const third = await next(second)
    expect((await opened.call(first.access_token)).status).toBe(200)
    expect(await formatRefusal(await opened.refresh(first.refresh_token))).toMatch(
      /^400 invalid_grant: /,
    )
    expect(await formatRefusal(await opened.refresh(third.refresh_token))).toMatch(
      /^400 invalid_grant: /,
    )
    for (const { access_token: token } of [first, second, third]) {
      expect(await formatRefusal(await opened.call(token))).toBe(
        '401 invalid_token: The access was revoked.',
      )
    }
  })

  it('of one grant have no effect on another', async () => {
    const [first, other] = [await opened.tokens(), await opened.tokens()]
    const { refresh_token: second } = (await (
      await opened.refresh(first.refresh_token)
    ).json()) as typeof first
    await opened.refresh(second)
    await opened.refresh(first.refresh_token)
    expect((await opened.call(first.access_token)).status).toBe(401)
    expect((await opened.call(other.access_token)).status).toBe(200)
    expect((await opened.refresh(other.refresh_token)).status).toBe(200)
  })
})

describe('tokens that clients hold', () => {
  it('let nobody read a token of the service', async () => {
    const first = await opened.tokens()
    const second = (await (await opened.refresh(first.refresh_token)).json()) as typeof first
    const secrets = opened.grants.map(grant => grant.refreshToken)
    expect(secrets).toHaveLength(2)
    for (const tokens of [first, second]) {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const readable = token
          .split('.')
          .flatMap(part => [part, Buffer.from(part, 'base64url').toString('latin1')])
          .join('\n')
        for (const secret of secrets) {
          expect(readable).not.toContain(secret)
          expect(readable).not.toContain(Buffer.from(secret).toString('base64url').slice(0, 40))
        }
      }
      const header = decodeProtectedHeader(tokens.refresh_token)
      expect(header).toEqual({
        alg: 'dir',
        enc: 'A256GCM',
        typ: 'mcp-refresh',
        kid: expect.any(String),
      })
      const guess = new Uint8Array(32)
      await expect(compactDecrypt(tokens.refresh_token, guess)).rejects.toThrow()
    }
  })

  it('say of access only who may do what, where and until when', async () => {
    const { access_token: token } = await opened.tokens()
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'HS256',
      typ: 'mcp-access',
      kid: expect.any(String),
    })
    expect(decodeJwt(token)).toEqual({
      iss: `${origin}/`,
      aud: resource,
      sub: '1',
      renderingId: 1,
      roleId: 1,
      client_id: opened.client.clientId,
      grant_id: opened.grants[0]?.grantId,
      scope: 'mcp:read mcp:write',
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
  })

  it('are not in the log, whatever happens to them', async () => {
    const tokens = await opened.tokens()
    await opened.refresh(tokens.refresh_token, { client_id: 'another' })
    await opened.refresh(`${tokens.refresh_token}x`)
    await opened.call(tokens.refresh_token)
    expect(opened.logs.length).toBeGreaterThan(0)
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(opened.logs.join()).not.toContain(token.slice(0, 60))
    }
  })
})

describe('pages of any origin', () => {
  const page = { origin: 'https://page.example.com' }

  it.each([
    ['/oauth/token', 'POST'],
    ['/oauth/revoke', 'POST'],
    ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
    ['/.well-known/oauth-protected-resource/mcp', 'GET, HEAD'],
  ])('may call %s', async (path, methods) => {
    const asked = await opened.send(path, {
      method: 'OPTIONS',
      headers: { ...page, 'access-control-request-headers': 'mcp-protocol-version' },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-methods')).toBe(methods)
    expect(asked.headers.get('access-control-allow-headers')).toBe('mcp-protocol-version')
    const method = methods.startsWith('GET') ? 'GET' : 'POST'
    const { headers } = await opened.send(path, { method, headers: page })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('are told by /mcp how to get a token', async () => {
    const { headers } = await opened.send('/mcp', { method: 'POST', headers: page })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('www-authenticate')
  })

  it('may not call the authorization endpoint, which is for browsers to go to', async () => {
    const asked = await opened.send('/oauth/authorize', { method: 'OPTIONS', headers: page })
    expect(asked.status).toBe(405)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('answers', () => {
  it('with metadata may be kept for minutes, those with tokens or refusals never', async () => {
    const kept = async (response: Promise<Response>) =>
      (await response).headers.get('cache-control')
    expect(await kept(opened.send('/.well-known/oauth-authorization-server'))).toBe(
      'public, max-age=300',
    )
    expect(await kept(opened.send('/.well-known/oauth-protected-resource/mcp'))).toBe(
      'public, max-age=300',
    )
    expect(await kept(opened.exchange(await opened.codeFor()))).toBe('no-store')
    expect(await kept(opened.exchange('guess'))).toBe('no-store')
    expect(await kept(opened.askFor())).toBe('no-store')
    expect(await kept(opened.call('guess'))).toBe('no-store')
  })

  it.each([
    ['GET', '/oauth/token', 'POST'],
    ['GET', '/oauth/revoke', 'POST'],
    ['PUT', '/oauth/authorize', 'GET, HEAD, POST'],
    ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ])('to %s %s say which methods there are', async (method, path, allow) => {
    const response = await opened.send(path, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
  })
})
