import { ServiceAwayError } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import {
  codeChallenge,
  formatRefusal,
  openAuthorization,
  redirectUri,
  resource,
} from '../testing/open-authorization.js'

const away = async () => {
  throw new ServiceAwayError('The service cannot be reached.', { retryAfter: 9 })
}

/** What a client that was sent back is told. */
const answerIn = (response: Response) => {
  const url = new URL(response.headers.get('location') ?? '')
  return {
    status: response.status,
    to: url.origin + url.pathname,
    ...Object.fromEntries(url.searchParams),
  }
}

describe('a person', () => {
  it('is sent to the service to be asked for what the client wants, for this resource', async () => {
    const { askFor, client } = openAuthorization()
    const response = await askFor({ scope: 'mcp:read  mcp:action mcp:read', state: 'a state' })
    expect(answerIn(response)).toEqual({
      status: 302,
      to: 'https://service.example.com/oauth/authorize',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      scope: 'mcp:read mcp:action',
      state: 'a state',
      resource,
    })
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('is sent there from a form too, and without a redirect URI when only one is registered', async () => {
    const { post, client } = openAuthorization()
    const response = await post('/oauth/authorize', {
      client_id: client.clientId,
      response_type: 'code',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    })
    expect(answerIn(response)).toMatchObject({ status: 302, redirect_uri: redirectUri })
  })

  it.each([resource, `${resource}/`, 'HTTPS://AGENT.example.com/mcp'])(
    'is asked about this resource when the client names it as %s',
    async named => {
      const { askFor } = openAuthorization()
      expect(answerIn(await askFor({ resource: named }))).toMatchObject({ resource })
    },
  )
})

describe('a request that breaks a rule', () => {
  it.each<[string, Record<string, string>, string]>([
    ['no response type', { response_type: '' }, 'unsupported_response_type'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
    ['the address of one', { request_uri: 'https://x.test' }, 'request_uri_not_supported'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: '' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
    ['a state that is too long', { state: 'x'.repeat(601) }, 'invalid_request'],
    ['an unknown scope', { scope: 'mcp:read mcp:everything' }, 'invalid_scope'],
    ['an empty scope', { scope: ' ' }, 'invalid_scope'],
    ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
    ['a resource that is no address', { resource: 'mcp' }, 'invalid_target'],
    ['a resource with a fragment', { resource: `${resource}#x` }, 'invalid_target'],
  ])('with %s is told to the client, with its state', async (_, difference, error) => {
    const { askFor } = openAuthorization()
    expect(answerIn(await askFor({ state: 'a state', ...difference }))).toEqual({
      status: 302,
      to: redirectUri,
      error,
      error_description: expect.stringMatching(/\.$/),
      state: difference.state ?? 'a state',
    })
  })

  it('without a challenge method is refused: that would mean plain', async () => {
    const { send, client } = openAuthorization()
    const parameters = new URLSearchParams({
      client_id: client.clientId,
      response_type: 'code',
      code_challenge: codeChallenge,
    })
    expect(answerIn(await send(`/oauth/authorize?${parameters}`))).toMatchObject({
      error: 'invalid_request',
    })
  })

  it('naming a second resource is refused, although the first is ours', async () => {
    const { send, client } = openAuthorization()
    const parameters = new URLSearchParams([
      ['client_id', client.clientId],
      ['response_type', 'code'],
      ['code_challenge', codeChallenge],
      ['code_challenge_method', 'S256'],
      ['resource', resource],
      ['resource', 'https://other.example.com/mcp'],
    ])
    expect(answerIn(await send(`/oauth/authorize?${parameters}`))).toMatchObject({
      error: 'invalid_target',
    })
  })

  it('keeps the query that the client registered', async () => {
    const { service, askFor } = openAuthorization()
    const uri = `${redirectUri}?tenant=5`
    const client = service.mcp.registerClient({ redirectUris: [uri] })
    const response = await askFor({ redirect_uri: uri, scope: 'x' }, client)
    expect(answerIn(response)).toMatchObject({ tenant: '5', error: 'invalid_scope' })
  })

  it('is told to the client when the service is away', async () => {
    const { askFor } = openAuthorization({ port: { authorizationUrl: away } })
    expect(answerIn(await askFor({ state: 'a state' }))).toMatchObject({
      to: redirectUri,
      error: 'temporarily_unavailable',
      state: 'a state',
    })
  })
})

describe('nobody is sent anywhere', () => {
  it('for an unknown client, or none', async () => {
    const { askFor } = openAuthorization()
    expect(await formatRefusal(await askFor({ client_id: 'unknown' }))).toBe(
      '400 invalid_client: No such client: register again.',
    )
    expect(await formatRefusal(await askFor({ client_id: '' }))).toBe(
      "400 invalid_client: 'client_id' is missing.",
    )
  })

  it.each([
    'https://evil.example.com/callback',
    'https://notebook.example.com/callback/more',
    'https://notebook.example.com/callback?x=1',
    'https://notebook.example.com/callback#x',
    'https://notebook.example.com:8443/callback',
    'https://x@notebook.example.com/callback',
    'http://notebook.example.com/callback',
    'https://NOTEBOOK.example.com/callback',
    'javascript:alert(1)',
    '',
  ])('to %s, which the client did not register', async uri => {
    const { askFor } = openAuthorization()
    const response = await askFor({ redirect_uri: uri })
    expect(response.headers.get('location')).toBeNull()
    expect(await formatRefusal(response)).toBe(
      "400 invalid_request: 'redirect_uri' is not one that the client registered.",
    )
  })

  it.each([
    'http://localhost:4711/call\tback',
    'http://localhost:4711\\callback',
    'http:\\\\localhost:4711/callback',
    'http://localhost:4711/callback\r\nx: y',
    ' http://localhost:4711/callback',
    'http://localhost:4711@evil.example.com/callback',
    'http://localhost.evil.example.com:4711/callback',
  ])('to %j by a client on the own computer, whose port alone may differ', async uri => {
    const { askFor, service } = openAuthorization()
    const client = service.mcp.registerClient({ redirectUris: ['http://localhost/callback'] })
    const response = await askFor({ redirect_uri: uri, scope: 'x' }, client)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    const listening = { redirect_uri: 'http://localhost:4711/callback', scope: 'x' }
    expect((await askFor(listening, client)).status).toBe(302)
  })

  it('without a redirect URI when there are several, or none', async () => {
    const { service, send } = openAuthorization()
    for (const redirectUris of [[redirectUri, `${redirectUri}/2`], []]) {
      const { clientId } = service.mcp.registerClient({ redirectUris })
      const parameters = new URLSearchParams({ client_id: clientId, response_type: 'code' })
      expect((await send(`/oauth/authorize?${parameters}`)).status).toBe(400)
    }
  })

  it('when a parameter was given twice', async () => {
    const { send, client } = openAuthorization()
    const id = client.clientId
    const response = await send(`/oauth/authorize?client_id=${id}&client_id=${id}`)
    expect(await formatRefusal(response)).toBe("400 invalid_request: 'client_id' was given twice.")
  })

  it('while the service cannot say who the client is', async () => {
    const { askFor } = openAuthorization({ port: { findClient: away } })
    const response = await askFor()
    expect(response.headers.get('retry-after')).toBe('9')
    expect(await formatRefusal(response)).toMatch(/^503 temporarily_unavailable: /)
  })

  it('by a page in a browser, which shows nothing that it was sent as markup', async () => {
    const { send } = openAuthorization()
    const response = await send('/oauth/authorize?client_id=x&<script>=1&<script>=2', {
      headers: { accept: 'text/html,application/xhtml+xml' },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await response.text()
    expect(text).toContain('Access refused')
    expect(text).not.toContain('<script')
  })
})

describe('programs on the own machine', () => {
  const registered = [
    'http://127.0.0.1/callback',
    'http://[::1]:7000/callback',
    'http://localhost:3000/callback',
    'https://localhost:3000/callback',
  ]

  it.each([
    'http://127.0.0.1:51004/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:51004/callback',
    'http://localhost:51004/callback',
  ])('may listen at any port: %s', async uri => {
    const { service, askFor } = openAuthorization()
    const client = service.mcp.registerClient({ redirectUris: registered })
    expect(answerIn(await askFor({ redirect_uri: uri }, client))).toMatchObject({
      redirect_uri: uri,
      client_id: client.clientId,
    })
  })

  it.each([
    'http://127.0.0.1:51004/elsewhere',
    'https://127.0.0.1:51004/callback',
    'http://127.0.0.1:51004/callback#x',
    'http://x@127.0.0.1:51004/callback',
    'http://127.0.0.2:51004/callback',
    'https://localhost:51004/callback',
    'http://localhost.evil.example.com:3000/callback',
    'http://localhost:3000.evil.example.com/callback',
  ])('are nowhere else: %s', async uri => {
    const { service, askFor } = openAuthorization()
    const client = service.mcp.registerClient({ redirectUris: registered })
    expect((await askFor({ redirect_uri: uri }, client)).status).toBe(400)
  })
})

describe('a list of allowed clients', () => {
  const allowedClients = ['example.com']

  it('lets in whoever comes back to a listed domain or a subdomain; others do not learn which', async () => {
    const { service, askFor } = openAuthorization({ allowedClients })
    const outcomeFor = async (...redirectUris: string[]) => {
      const client = service.mcp.registerClient({ redirectUris })
      const response = await askFor({ redirect_uri: redirectUris[0] ?? '' }, client)
      return response.status === 302 || (await formatRefusal(response))
    }
    const refused = '400 invalid_client: This client is not allowed here.'
    expect(await outcomeFor('https://example.com/callback')).toBe(true)
    expect(await outcomeFor('https://a.b.example.com/callback')).toBe(true)
    expect(await outcomeFor('https://example.com./callback')).toBe(true)
    expect(await outcomeFor('https://notexample.com/callback')).toBe(refused)
    expect(await outcomeFor('https://example.com.evil.test/callback')).toBe(refused)
    expect(await outcomeFor('https://example.com@evil.test/callback')).toBe(refused)
    expect(await outcomeFor('app://example.com/callback')).toBe(refused)
    expect(await outcomeFor('https://example.com/callback', 'https://evil.test/')).toBe(refused)
    expect(await outcomeFor()).toBe(refused)
  })
})
