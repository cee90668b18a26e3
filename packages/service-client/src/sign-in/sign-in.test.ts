import type { JWTPayload } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import '../testing/patience.js'
import type { ServicePort } from '../port/service-port.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'
import { ada } from '../testing/wire-documents.js'
import { addIdentity, createAttempt, profile, type WireIdentity } from '../testing/wire-identity.js'

let wire: WireService
let identity: WireIdentity
let calls: CallTracker
let clock: FakeClock
let service: ServicePort
const attempt = createAttempt()

beforeEach(async () => {
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  wire = await startWireService()
  identity = await addIdentity(wire, clock.now)
  service = createServiceClient({ envSecret, serverUrl: `${wire.url}/`, clock, random: () => 0.5 })
})

afterEach(async () => {
  await service.stop()
  calls.restore()
  await wire.close()
})

async function answerWith(claims: JWTPayload = {}, isForged = false): Promise<void> {
  const now = Math.floor(clock.now() / 1000)
  const idToken = await identity.signIdToken(
    {
      iss: identity.issuer,
      aud: 'agent_1',
      sub: '7',
      iat: now,
      exp: now + 600,
      nonce: attempt.nonce,
      ...claims,
    },
    { isForged },
  )
  wire.reply('/oidc/token', { body: { access_token: 'opaque', id_token: idToken } })
}

const exchange = () => service.exchangeCode({ code: 'a code', ...attempt })
const asked = (path: string) => wire.received.filter(request => request.path === path)

describe('authorizationUrl', () => {
  it('sends the browser to the public address with PKCE, nonce and state', async () => {
    const url = new URL(await service.authorizationUrl(attempt))
    expect(`${url.origin}${url.pathname}`).toBe('https://service.example.com/oidc/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'agent_1',
      redirect_uri: 'https://agent.example.com/callback',
      response_type: 'code',
      scope: 'openid email profile',
      rendering_id: '5',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: attempt.codeChallenge,
      code_challenge_method: 'S256',
    })
  })

  it('registers once for many, and anew after ten minutes', async () => {
    await Promise.all([1, 2, 3].map(() => service.authorizationUrl(attempt)))
    expect(asked('/oidc/reg')).toHaveLength(1)
    expect(asked('/oidc/reg')[0]?.headers.authorization).toBe(`Bearer ${envSecret}`)
    clock.advanceNow(600_000)
    await service.authorizationUrl(attempt)
    expect(asked('/oidc/reg')).toHaveLength(2)
  })

  it('is a 503 with Retry-After while the service is away, and works when it is back', async () => {
    wire.reply('/oidc/reg', { status: 503, headers: { 'retry-after': '9' } })
    await expect(service.authorizationUrl(attempt)).rejects.toMatchObject({
      status: 503,
      code: 'service_away',
      headers: { 'retry-after': '9' },
    })
    await addIdentity(wire, clock.now)
    expect(await service.authorizationUrl(attempt)).toContain('client_id=agent_1')
  })
})

describe('exchangeCode', () => {
  it('answers the profile of whoever signed in, and proves that the agent asked', async () => {
    await answerWith()
    expect(await exchange()).toEqual({
      id: 7,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      team: 'Operations',
      role: 'Operator',
      roleId: 1,
      permissionLevel: 'user',
      tags: { region: 'FR' },
    })
    expect(Object.fromEntries(new URLSearchParams(asked('/oidc/token')[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      redirect_uri: 'https://agent.example.com/callback',
      client_id: 'agent_1',
      code_verifier: attempt.codeVerifier,
    })
    const [authorization] = asked('/agent-api/renderings/5/authorization')
    expect(authorization?.headers).toMatchObject({
      'service-token': 'opaque',
      'service-secret-key': envSecret,
    })
  })

  it.each<[string, JWTPayload]>([
    ['another nonce', { nonce: 'of another browser' }],
    ['no nonce', { nonce: undefined }],
    ['another client', { aud: 'agent_2' }],
    ['another issuer', { iss: 'https://evil.example.com/oidc' }],
    ['the past', { exp: 1 }],
    ['no end', { exp: undefined }],
    ['another person', { sub: '8' }],
    ['nobody', { sub: undefined }],
  ])('refuses an id token for %s', async (_, claims) => {
    await answerWith(claims)
    await expect(exchange()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  })

  it('refuses an id token that somebody else signed, or that is signed for something else', async () => {
    await answerWith({}, true)
    await expect(exchange()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    const approval = await identity.signApproval({
      aud: 'agent_1',
      sub: '7',
      iat: 1,
      nonce: 'a nonce',
    })
    wire.reply('/oidc/token', { body: { access_token: 'opaque', id_token: approval } })
    await expect(exchange()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  })

  it('tells what the service says of a code it refuses', async () => {
    wire.reply('/oidc/token', {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'The code was used.' },
    })
    await expect(exchange()).rejects.toMatchObject({
      status: 401,
      code: 'invalid_grant',
      message: 'The code was used.',
    })
  })

  it('registers anew after the service forgot the agent', async () => {
    wire.reply('/oidc/token', { status: 401, body: { error: 'invalid_client' } })
    await expect(exchange()).rejects.toMatchObject({ status: 401, code: 'invalid_client' })
    await answerWith()
    expect(await exchange()).toMatchObject({ id: 7 })
    expect(asked('/oidc/reg')).toHaveLength(2)
  })

  it('is a 403 with the words of the service when the rendering is not theirs', async () => {
    await answerWith()
    wire.reply('/agent-api/renderings/5/authorization', {
      status: 403,
      body: {
        errors: [{ status: 403, name: 'ForbiddenError', detail: 'You are not in this team.' }],
      },
    })
    await expect(exchange()).rejects.toMatchObject({
      status: 403,
      message: 'You are not in this team.',
    })
  })

  it.each(['/oidc/token', '/oidc/jwks', '/agent-api/renderings/5/authorization'])(
    'is a 503 when the service is away at %s',
    async path => {
      await answerWith()
      wire.reply(path, { status: 502 })
      await expect(exchange()).rejects.toMatchObject({ status: 503 })
    },
  )

  it.each([
    ['/oidc/token', { body: { access_token: 'opaque' } }],
    ['/oidc/token', { body: '<html>' }],
    ['/oidc/.well-known/openid-configuration', { body: {} }],
    ['/oidc/reg', { status: 201, body: { client_id: 'agent_1', redirect_uris: [] } }],
    ['/agent-api/renderings/5/authorization', { body: { data: { id: 'seven' } } }],
  ])('is a 503 when %s answers something else: %j', async (path, reply) => {
    await answerWith()
    wire.reply(path, reply)
    await expect(exchange()).rejects.toMatchObject({
      status: 503,
      message: 'The agent cannot read the response of the service.',
    })
  })

  it('knows somebody new before it answers', async () => {
    await service.start()
    wire.changeSilently('users', [ada, { ...ada, id: 9 }])
    await answerWith({ sub: '9' })
    wire.reply('/agent-api/renderings/5/authorization', {
      body: { data: { id: '9', attributes: profile } },
    })
    await exchange()
    expect(service.snapshot.users.has(9)).toBe(true)
  })
})
