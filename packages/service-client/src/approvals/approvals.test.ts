import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import '../testing/patience.js'
import type { ServicePort } from '../port/service-port.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'
import { addIdentity, type WireIdentity } from '../testing/wire-identity.js'

let wire: WireService
let identity: WireIdentity
let calls: CallTracker
let clock: FakeClock
let lines: string[]
let service: ServicePort
const body = {
  data: { type: 'custom-action-requests', attributes: { ids: ['1'], requester_id: 8 } },
}
const claim = '/agent-api/approvals/31/claim'
const result = '/agent-api/approvals/31/result'

beforeEach(async () => {
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  wire = await startWireService()
  identity = await addIdentity(wire, clock.now)
  lines = []
  service = createServiceClient({
    envSecret,
    serverUrl: wire.url,
    clock,
    random: () => 0.5,
    logger: (level, message) => lines.push(`${level} ${message}`),
  })
})

afterEach(async () => {
  vi.useRealTimers()
  await service.stop()
  calls.restore()
  await wire.close()
})

const asked = (path: string) => wire.received.filter(request => request.path === path)

describe('readApproval', () => {
  it('reads what the service signed for this environment', async () => {
    expect(await service.readApproval(await identity.signApproval({ body }))).toEqual({
      approvalId: 31,
      requesterId: 8,
      body,
    })
  })

  it('says that an approval has expired', async () => {
    const exp = Math.floor(clock.now() / 1000) - 1
    const signed = await identity.signApproval({ body, exp })
    await expect(service.readApproval(signed)).rejects.toMatchObject({
      status: 403,
      code: 'approval_expired',
    })
  })

  it.each<[string, () => Promise<string> | string]>([
    ['of another environment', () => identity.signApproval({ body, aud: 'approval:13' })],
    ['without an end', () => identity.signApproval({ body, exp: undefined })],
    ['without an id', () => identity.signApproval({ body, jti: undefined })],
    ['with an odd id', () => identity.signApproval({ body, jti: 'one' })],
    ['without a body', () => identity.signApproval({})],
    ['without a requester', () => identity.signApproval({ body: { data: { attributes: {} } } })],
    ['of another type', () => identity.signApproval({ body }, { typ: 'JWT' })],
    ['signed by somebody else', () => identity.signApproval({ body }, { isForged: true })],
    ['signed as an id token', () => identity.signIdToken({ body }, { typ: 'approval+jwt' })],
    ['that is no token', () => 'an approval'],
    [
      'signed with a secret both know',
      () =>
        new SignJWT({ body })
          .setProtectedHeader({ alg: 'HS256', typ: 'approval+jwt' })
          .setAudience('approval:12')
          .setJti('31')
          .setExpirationTime('1h')
          .sign(Buffer.from(envSecret)),
    ],
  ])('refuses one %s', async (_, sign) => {
    await expect(service.readApproval(await sign())).rejects.toMatchObject({
      status: 403,
      code: 'approval_forged',
    })
  })

  it('learns a new key, looking for unknown ones every five seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: clock.now() })
    await service.readApproval(await identity.signApproval({ body }))
    await identity.rotate()
    const signed = await identity.signApproval({ body })
    const soon = Array.from({ length: 20 }, () => service.readApproval(signed))
    expect((await Promise.allSettled(soon)).map(({ status }) => status)).not.toContain('fulfilled')
    expect(asked('/oidc/jwks')).toHaveLength(1)
    vi.setSystemTime(clock.now() + 5001)
    expect(await service.readApproval(signed)).toMatchObject({ approvalId: 31 })
    expect(asked('/oidc/jwks')).toHaveLength(2)
  })

  it('is a 503 when the keys or the environment cannot be asked for', async () => {
    const signed = await identity.signApproval({ body })
    wire.reply('/oidc/jwks', { status: 500 })
    await expect(service.readApproval(signed)).rejects.toMatchObject({ status: 503 })
    wire.reply('/agent-api/environment', { status: 500 })
    clock.advanceNow(3_600_000)
    await expect(service.readApproval(signed)).rejects.toMatchObject({ status: 503 })
  })
})

describe('claimApproval', () => {
  it('is a 403 when somebody else took it', async () => {
    wire.reply(claim, { body: {} })
    await service.claimApproval(31)
    wire.reply(claim, {
      status: 409,
      body: { code: 'approval_used', message: 'It was run before.' },
    })
    await expect(service.claimApproval(31)).rejects.toMatchObject({
      status: 403,
      code: 'approval_used',
      message: 'It was run before.',
    })
  })

  it.each([401, 429, 500, 503])(
    'is a 503 after the status %i, and is not repeated',
    async status => {
      wire.reply(claim, { status })
      await expect(service.claimApproval(31)).rejects.toMatchObject({ status: 503 })
      await clock.advance(60_000)
      expect(asked(claim)).toHaveLength(1)
    },
  )
})

describe('reportApproval', () => {
  it('is repeated beside everything else until the service took it', async () => {
    wire.reply(result, { status: 503 })
    await service.reportApproval(31, { status: 'failed', failure: 'The bank said no.' })
    wire.reply(result, { body: {} })
    await clock.advance(1000)
    expect(asked(result).map(({ body: sent }) => JSON.parse(sent))).toEqual([
      { status: 'failed', failure: 'The bank said no.' },
      { status: 'failed', failure: 'The bank said no.' },
    ])
    await clock.advance(600_000)
    expect(asked(result)).toHaveLength(2)
  })

  it('is given up, with a word, when the service knows better', async () => {
    wire.reply(result, { status: 409, body: { code: 'conflict', message: 'It has ended.' } })
    await service.reportApproval(31, { status: 'executed' })
    await clock.advance(600_000)
    expect(asked(result)).toHaveLength(1)
    expect(lines).toEqual([
      expect.stringMatching(/^Warn The outcome of approval 31 .* It has ended\.$/),
    ])
  })
})
