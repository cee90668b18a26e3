import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import '../testing/patience.js'
import type { ServicePort } from '../port/service-port.js'
import { eventually } from '../testing/eventually.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import {
  envSecret,
  type Reply,
  startWireService,
  type WireService,
} from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'
import { profile } from '../testing/wire-identity.js'

let wire: WireService
let calls: CallTracker
let clock: FakeClock
let service: ServicePort

beforeEach(async () => {
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  wire = await startWireService()
  service = createServiceClient({ envSecret, serverUrl: wire.url, clock, random: () => 0.5 })
  announce(['https://admin.example.com'])
})

afterEach(async () => {
  await service.stop()
  calls.restore()
  await wire.close()
})

async function start(): Promise<void> {
  await service.start()
  await eventually(() => wire.streams.length).toBeGreaterThan(0)
  await calls.idle()
}

const panel = () => service.panel!
const asked = (path: string) => wire.received.filter(request => request.path === path)

function announce(panelOrigins?: unknown): void {
  const attributes = { api_endpoint: null, agent_url: null, panelOrigins }
  wire.reply('/agent-api/environment', { body: { data: { id: '12', attributes } } })
}

describe('the origins of the panel', () => {
  it('are loaded when somebody follows them, and not before', async () => {
    await start()
    expect([panel().origins, asked('/agent-api/environment').length]).toEqual([[], 0])
    await panel().follow()
    expect(panel().origins).toEqual(['https://admin.example.com'])
    expect(asked('/agent-api/environment')).toHaveLength(1)
  })

  it('are loaded again when the service was restarted', async () => {
    await start()
    await panel().follow()
    announce(['https://other.example.com'])
    wire.endStreams()
    await calls.idle()
    await clock.advance(5_000)
    await eventually(() => panel().origins).toEqual(['https://other.example.com'])
  })

  it('stay while the service is away', async () => {
    await start()
    await panel().follow()
    wire.reply('/agent-api/environment', { status: 503 })
    await clock.advance(300_000)
    expect(panel().origins).toEqual(['https://admin.example.com'])
  })

  it.each([
    [undefined, []],
    ['https://admin.example.com', []],
    [['*', 'null', 'https://a.example/', 'https://b.example', 7], ['https://b.example']],
  ])('%o are read as %o', async (given, origins) => {
    announce(given)
    await start()
    await panel().follow()
    expect(panel().origins).toEqual(origins)
  })
})

describe('a code of the panel', () => {
  const exchange = () => panel().exchangeCode({ code: 'a code', codeVerifier: 'a verifier' })
  const answer = (reply: Reply) => wire.reply('/agent-api/panel-codes', reply)

  beforeEach(start)

  it('is exchanged for the person and the rendering', async () => {
    const attributes = { ...profile, session_version: 3 }
    answer({ body: { data: { id: '7', attributes }, renderingId: 5 } })
    expect(await exchange()).toEqual({
      user: {
        id: 7,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Byron',
        team: 'Operations',
        role: 'Operator',
        roleId: 1,
        permissionLevel: 'user',
        tags: { region: 'FR' },
        sessionVersion: 3,
      },
      renderingId: 5,
    })
    const [request] = asked('/agent-api/panel-codes')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      code: 'a code',
      codeVerifier: 'a verifier',
    })
    expect(request?.headers['service-secret-key']).toBe(envSecret)
  })

  it.each<[Reply, object]>([
    [
      { status: 400, body: { code: 'invalid_code', message: 'The code was used.' } },
      { status: 401, code: 'invalid_code', message: 'The code was used.' },
    ],
    [
      { status: 403, body: { code: 'not_in_team', message: 'You are not in the team.' } },
      { status: 403, code: 'access_denied', message: 'You are not in the team.' },
    ],
    [
      { status: 503, headers: { 'retry-after': '9' } },
      { status: 503, code: 'service_away', headers: { 'retry-after': '9' } },
    ],
    [{ body: { data: { id: '7', attributes: profile } } }, { status: 503 }],
    [{ body: 'nonsense' }, { status: 503 }],
  ])('that the service answers with %o is refused with %o', async (reply, refusal) => {
    answer(reply)
    await expect(exchange()).rejects.toMatchObject(refusal)
    expect(asked('/agent-api/panel-codes')).toHaveLength(1)
  })
})
