import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import type { ServiceClientOptions } from '../client/options.js'
import type { McpPort } from '../port/mcp-port.js'
import type { ServicePort } from '../port/service-port.js'
import { eventually } from '../testing/eventually.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'
import { ada } from '../testing/wire-documents.js'
import { resource, wireGrant } from '../testing/wire-grants.js'
import { addIdentity } from '../testing/wire-identity.js'

let wire: WireService
let calls: CallTracker
let clock: FakeClock
let services: ServicePort[]
let service: ServicePort
let mcp: McpPort

function connect(options: Partial<ServiceClientOptions> = {}): void {
  const settings = { envSecret, serverUrl: wire.url, clock, random: () => 0.5, ...options }
  service = createServiceClient(settings)
  services.push(service)
  mcp = service.mcp!
}

beforeEach(async () => {
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  wire = await startWireService()
  await addIdentity(wire, clock.now)
  services = []
  connect()
})

afterEach(async () => {
  await Promise.all(services.map(each => each.stop()))
  calls.restore()
  await wire.close()
})

const asked = (path: string) => wire.received.filter(request => request.path === path)
const readBody = (path: string) => JSON.parse(asked(path).at(-1)?.body ?? 'null')
const endedPath = '/agent-api/ended-grants'
const readRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { status: number; code: string; message: string }) =>
      `${error.status} ${error.code}: ${error.message}`,
  )
const hasEnded = (grantId: string) => {
  try {
    return mcp.hasEnded(grantId)
  } catch (error) {
    return (error as Error).message
  }
}

describe('addresses', () => {
  it('are those that browsers and clients can reach, whichever one the agent uses', async () => {
    expect(await mcp.registrationUrl()).toBe('https://service.example.com/oauth/register')
    expect(await mcp.agentUrl()).toBe('https://agent.example.com')
  })

  it('of the agent are asked for again when there was none', async () => {
    wire.reply('/agent-api/environment', {
      body: { data: { id: '12', attributes: { api_endpoint: null } } },
    })
    expect(await mcp.agentUrl()).toBeUndefined()
    await addIdentity(wire, clock.now)
    expect(await mcp.agentUrl()).toBe('https://agent.example.com')
  })

  it('of the agent are told with its prefix', async () => {
    const attributes = {
      api_endpoint: 'https://agent.example.com',
      agent_url: 'https://agent.example.com/service',
    }
    wire.reply('/agent-api/environment', { body: { data: { id: '12', attributes } } })
    expect(await mcp.agentUrl()).toBe('https://agent.example.com/service')
  })

  it('lead to the page where a person consents, with all that ties the code to the client', async () => {
    const url = new URL(
      await mcp.authorizationUrl({
        clientId: 'client-1',
        redirectUri: 'http://127.0.0.1:5000/callback',
        codeChallenge: 'a challenge',
        scopes: ['mcp:read', 'mcp:action'],
        resource,
        state: 'a state',
      }),
    )
    expect(`${url.origin}${url.pathname}`).toBe('https://service.example.com/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'client-1',
      redirect_uri: 'http://127.0.0.1:5000/callback',
      response_type: 'code',
      code_challenge: 'a challenge',
      code_challenge_method: 'S256',
      state: 'a state',
      environmentId: '12',
      environment_hint: 'a hint',
      scope: 'mcp:read mcp:action',
      resource,
    })
  })

  it('are a 503 while the service is away', async () => {
    wire.reply('/oidc/.well-known/openid-configuration', { status: 502 })
    expect(await readRefusal(mcp.registrationUrl())).toMatch(/^503 service_away/)
  })
})

describe('findClient', () => {
  const path = '/oauth/register/client-1'
  const registered = {
    client_id: 'client-1',
    client_name: 'Notebook',
    redirect_uris: ['https://notebook.example.com/callback'],
  }

  it('remembers a client for a minute, and asks once for many', async () => {
    wire.reply(path, { body: registered })
    const clients = await Promise.all([1, 2, 3].map(() => mcp.findClient('client-1')))
    expect(clients[2]).toEqual({
      clientId: 'client-1',
      clientName: 'Notebook',
      redirectUris: ['https://notebook.example.com/callback'],
    })
    clock.advanceNow(59_999)
    await mcp.findClient('client-1')
    expect(asked(path)).toHaveLength(1)
    clock.advanceNow(1)
    await mcp.findClient('client-1')
    expect(asked(path)).toHaveLength(2)
  })

  it('remembers that there is none for five seconds only', async () => {
    expect(await mcp.findClient('client-1')).toBeUndefined()
    wire.reply(path, { body: registered })
    expect(await mcp.findClient('client-1')).toBeUndefined()
    clock.advanceNow(5000)
    expect(await mcp.findClient('client-1')).toMatchObject({ clientId: 'client-1' })
  })

  it('asks again after a failure, which is a 503', async () => {
    wire.reply(path, { status: 500 })
    expect(await readRefusal(mcp.findClient('client-1'))).toMatch(/^503/)
    wire.reply(path, { body: { client_id: 5 } })
    expect(await readRefusal(mcp.findClient('client-1'))).toMatch(/^503 .*cannot read/)
    wire.reply(path, { body: registered })
    expect(await mcp.findClient('client-1')).toMatchObject({ clientId: 'client-1' })
  })

  it('asks for no other path, and for nothing that cannot be an id', async () => {
    expect(await mcp.findClient('../../agent-api/schema')).toBeUndefined()
    expect(wire.received.at(-1)?.path).toBe('/oauth/register/..%2F..%2Fagent-api%2Fschema')
    const before = wire.received.length
    expect(await mcp.findClient('x'.repeat(201))).toBeUndefined()
    expect(await mcp.findClient('')).toBeUndefined()
    expect(wire.received).toHaveLength(before)
  })
})

describe('a grant', () => {
  const exchange = () =>
    mcp.exchangeCode({ clientId: 'client-1', code: 'a code', codeVerifier: 'a verifier' })

  it('is given for a code, and says what the tokens of the service say', async () => {
    wire.reply('/oauth/token', wireGrant(clock.now()))
    const redirectUri = 'https://notebook.example.com/callback'
    const grant = await mcp.exchangeCode({
      clientId: 'client-1',
      code: 'a code',
      codeVerifier: 'a verifier',
      redirectUri,
    })
    expect(readBody('/oauth/token')).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: redirectUri,
      client_id: 'client-1',
      code_verifier: 'a verifier',
    })
    expect(asked('/oauth/token')[0]?.headers['service-secret-key']).toBe(envSecret)
    expect(grant).toEqual({
      grantId: 'grant-1',
      userId: 7,
      renderingId: 5,
      scopes: ['mcp:read', 'mcp:write'],
      resource,
      refreshToken: expect.any(String),
      expiresIn: 3600,
      refreshExpiresIn: 691_200,
    })
  })

  it('is refreshed, with fewer scopes if they are asked for', async () => {
    wire.reply('/oauth/token', wireGrant(clock.now(), { scope: 'mcp:read' }))
    expect(await mcp.refresh('client-1', 'the old one', ['mcp:read'])).toMatchObject({
      grantId: 'grant-1',
      scopes: ['mcp:read'],
    })
    expect(readBody('/oauth/token')).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'the old one',
      client_id: 'client-1',
      scopes: ['mcp:read'],
    })
    await mcp.refresh('client-1', 'the next one')
    expect(readBody('/oauth/token')).not.toHaveProperty('scopes')
  })

  it('brings the rights of somebody new before it is used', async () => {
    wire.changeSilently('users', [])
    await service.start()
    await calls.idle()
    wire.changeSilently('users', [ada])
    wire.reply('/oauth/token', wireGrant(clock.now()))
    await exchange()
    expect(service.snapshot.users.has(7)).toBe(true)
  })

  it.each([
    [400, 'invalid_grant', '400 invalid_grant: Used already.'],
    [401, 'invalid_client', '400 invalid_client: Used already.'],
    [400, 'invalid_scope', '400 invalid_scope: Used already.'],
    [422, 'malformed', '400 invalid_request: Used already.'],
    [403, 'not_in_team', '400 access_denied: Used already.'],
  ])('is refused with %i %s: %s', async (status, error, refusal) => {
    wire.reply('/oauth/token', { status, body: { error, error_description: 'Used already.' } })
    expect(await readRefusal(exchange())).toBe(refusal)
    expect(await readRefusal(mcp.refresh('client-1', 'the old one'))).toBe(refusal)
  })

  it.each([
    ['the secret of the environment is refused', { status: 401, body: { code: 'unauthorized' } }],
    ['it fails', { status: 500, body: { code: 'unexpected_error' } }],
    ['it answers without tokens', { body: {} }],
    ['its tokens cannot be read', { body: { access_token: 'x', refresh_token: 'y' } }],
  ])('is no fault of the client when %s: 503', async (_, reply) => {
    wire.reply('/oauth/token', reply)
    expect(await readRefusal(exchange())).toMatch(/^503 service_away/)
  })

  it('lasts as long as the service says, also when the clocks differ', async () => {
    const iat = Math.floor(clock.now() / 1000) + 600
    wire.reply('/oauth/token', wireGrant(clock.now(), { iat, exp: iat + 1800 }))
    expect(await exchange()).toMatchObject({ expiresIn: 1800 })
  })

  it('that is for no resource says so', async () => {
    wire.reply('/oauth/token', wireGrant(clock.now(), { resource: undefined }))
    expect(await exchange()).toMatchObject({ resource: '' })
  })

  it.each(['sub', 'grant_id', 'meta', 'scope', 'exp'])(
    'without %s is not believed',
    async claim => {
      wire.reply('/oauth/token', wireGrant(clock.now(), { [claim]: undefined }))
      expect(await readRefusal(exchange())).toMatch(/^503 service_away: .*cannot read/)
    },
  )
})

describe('grants that ended', () => {
  it('are not asked for before somebody watches them', async () => {
    await service.start()
    await clock.advance(600_000)
    expect(asked(endedPath)).toEqual([])
    expect(hasEnded('grant-1')).toBe('The document is not loaded yet.')
    await mcp.watchGrants()
    expect(asked(endedPath)).toHaveLength(1)
    expect(hasEnded('grant-1')).toBe(false)
  })

  it('are heard of by an event, which asks for nothing else', async () => {
    await service.start()
    await mcp.watchGrants()
    await eventually(() => wire.streams.length).toBe(1)
    await calls.idle()
    const before = wire.received.length
    wire.change('endedGrants', { endedGrants: ['grant-1'] })
    await eventually(() => hasEnded('grant-1')).toBe(true)
    expect(hasEnded('grant-2')).toBe(false)
    expect(wire.received.slice(before).map(request => request.path)).toEqual([endedPath])
    expect(asked(endedPath).at(-1)?.headers['if-none-match']).toBeDefined()
  })

  it('are asked for when the stream opens again, and within minutes without an event', async () => {
    await mcp.watchGrants()
    await service.start()
    await eventually(() => wire.streams.length).toBe(1)
    await calls.idle()
    wire.changeSilently('endedGrants', { endedGrants: ['grant-1'] })
    wire.endStreams()
    await eventually(() => service.status.state).toBe('stale')
    await clock.advance(1000)
    await eventually(() => hasEnded('grant-1')).toBe(true)
    wire.changeSilently('endedGrants', { endedGrants: ['grant-2'] })
    await clock.advance(300_000)
    expect(hasEnded('grant-2')).toBe(true)
  })

  it('are asked for every minute without the event stream', async () => {
    connect({ instantCacheRefresh: false })
    await service.start()
    await mcp.watchGrants()
    wire.changeSilently('endedGrants', { endedGrants: ['grant-1'] })
    await clock.advance(60_000)
    expect(hasEnded('grant-1')).toBe(true)
  })

  it('cannot be told while the service never answered, and can as soon as it does', async () => {
    wire.reply(endedPath, { status: 503 })
    await service.start()
    await mcp.watchGrants()
    expect(hasEnded('grant-1')).toBe(
      'The document is not loaded yet. The service responded with status 503.',
    )
    expect(service.status.state).toBe('stale')
    expect(service.snapshot.users.has(7)).toBe(true)
    wire.reply(endedPath, undefined)
    await clock.advance(2000)
    expect(hasEnded('grant-1')).toBe(false)
  })

  it('cannot be told any more when the service is away for longer than rights may be trusted', async () => {
    connect({ maxSnapshotAge: 300, instantCacheRefresh: false })
    await service.start()
    await mcp.watchGrants()
    wire.reply(endedPath, { status: 503 })
    await clock.advance(299_000)
    expect(hasEnded('grant-1')).toBe(false)
    await clock.advance(2000)
    expect(hasEnded('grant-1')).toMatch(/too old/)
  })

  it.each(['<html>', 'null', '{"endedGrants":{}}', '{"endedGrants":[1]}'])(
    'stay as they were when the document cannot be read: %s',
    async body => {
      wire.changeSilently('endedGrants', { endedGrants: ['grant-1'] })
      await service.start()
      await mcp.watchGrants()
      wire.reply(endedPath, { body })
      await clock.advance(300_000)
      expect(hasEnded('grant-1')).toBe(true)
      expect(service.status.state).toBe('stale')
    },
  )

  it('are known at once to the agent that revoked them', async () => {
    await mcp.watchGrants()
    wire.reply('/agent-api/grants/grant%2F1/end', () => {
      wire.changeSilently('endedGrants', { endedGrants: ['grant/1'] })
      return { status: 204 }
    })
    await mcp.revoke('grant/1')
    expect(hasEnded('grant/1')).toBe(true)
  })

  it('are known to it even when it hears nothing more from the service', async () => {
    await mcp.watchGrants()
    wire.reply('/agent-api/grants/grant-1/end', { status: 204 })
    wire.reply(endedPath, { status: 503, headers: { 'retry-after': '600' } })
    await mcp.revoke('grant-1')
    expect([hasEnded('grant-1'), hasEnded('grant-2')]).toEqual([true, false])
  })

  it('are known at once when a refresh token was used twice', async () => {
    await mcp.watchGrants()
    wire.reply('/oauth/token', () => {
      wire.changeSilently('endedGrants', { endedGrants: ['grant-1'] })
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Used.' } }
    })
    expect(await readRefusal(mcp.refresh('client-1', 'the old one'))).toMatch(/^400 invalid_grant/)
    expect(hasEnded('grant-1')).toBe(true)
  })

  it('are no failure to revoke again, unlike a service that is away', async () => {
    expect(await readRefusal(mcp.revoke('grant-1'))).toBe('accepted')
    wire.reply('/agent-api/grants/grant-1/end', { status: 502 })
    expect(await readRefusal(mcp.revoke('grant-1'))).toMatch(/^503/)
  })

  it('are not watched while the client is stopped, and again when it starts', async () => {
    await service.start()
    await mcp.watchGrants()
    await service.stop()
    expect(clock.waiting).toBe(0)
    wire.changeSilently('endedGrants', { endedGrants: ['grant-1'] })
    await service.start()
    expect(hasEnded('grant-1')).toBe(true)
  })
})

describe('requestApproval', () => {
  const path = '/agent-api/approval-requests'
  const request = {
    userId: 7,
    renderingId: 5,
    collection: 'orders',
    action: 'Refund',
    recordIds: ['1'],
    inputs: [{ name: 'amount', type: 'Number', value: 5 }],
    comment: 'The parcel was lost.',
  }

  it('tells the id of what waits for approval', async () => {
    wire.reply(path, { status: 201, body: { id: 31 } })
    expect(await mcp.requestApproval(request)).toBe(31)
    const { collection, action, ...same } = request
    expect(readBody(path)).toEqual({ ...same, collectionName: collection, actionName: action })
  })

  it.each([
    [403, 'You may not trigger it.', '403 forbidden: You may not trigger it.'],
    [400, 'Too many records.', '422 unprocessable: Too many records.'],
    [401, 'No.', '503 service_away: The service responded with status 401.'],
    [500, 'No.', '503 service_away: The service responded with status 500.'],
  ])('passes on a %i: %s', async (status, message, refusal) => {
    wire.reply(path, { status, body: { code: 'x', message } })
    expect(await readRefusal(mcp.requestApproval(request))).toBe(refusal)
  })
})
