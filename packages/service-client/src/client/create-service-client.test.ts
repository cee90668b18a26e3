import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServicePort } from '../port/service-port.js'
import { eventually } from '../testing/eventually.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'
import { ada, wireDocuments, wireRights } from '../testing/wire-documents.js'
import { createServiceClient } from './create-service-client.js'
import type { ServiceClientOptions } from './options.js'

let wire: WireService
let calls: CallTracker
let clock: FakeClock
let lines: string[]
let clients: ServicePort[]
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  wire = await startWireService()
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  lines = []
  clients = []
})

afterEach(async () => {
  await Promise.all(clients.map(client => client.stop()))
  calls.restore()
  await wire.close()
  await rm(folder, { recursive: true })
})

function client(options: Partial<ServiceClientOptions> = {}): ServicePort {
  const made = createServiceClient({
    envSecret,
    serverUrl: wire.url,
    clock,
    random: () => 0.5,
    logger: (level, message) => lines.push(`${level} ${message}`),
    ...options,
  })
  clients.push(made)
  return made
}

async function started(options: Partial<ServiceClientOptions> = {}): Promise<ServicePort> {
  const made = client(options)
  await made.start()
  if (options.instantCacheRefresh !== false) {
    await eventually(() => wire.streams.length).toBeGreaterThan(0)
  }
  await calls.idle()
  return made
}

const asked = (path: string) => wire.received.filter(request => request.path === path)
const rightsPath = '/agent-api/permissions/environment'
const usersPath = '/agent-api/permissions/users'

describe('the snapshot', () => {
  it('is made of the four documents, and says when they were current', async () => {
    const service = await started()
    expect(service.snapshot.users.get(7)).toMatchObject({ email: 'ada@example.com', roleId: 1 })
    expect(service.snapshot.roles).toEqual(new Map([[1, 'Operator']]))
    expect(service.snapshot.rights).toMatchObject(new Map([['orders', { read: { roles: [1] } }]]))
    expect(service.snapshot.renderings.get(5)?.team).toEqual({ id: 3, name: 'Operations' })
    expect(service.snapshot.ipRules).toBeUndefined()
    expect(service.status).toEqual({ state: 'connected', asOf: new Date(clock.now()) })
  })

  it('keeps its identity while nothing changes, also when all is asked for again', async () => {
    const service = await started()
    const { snapshot } = service
    await clock.advance(600_000)
    expect(service.snapshot).toBe(snapshot)
    expect(asked(rightsPath).length).toBeGreaterThan(2)
    expect(
      asked(rightsPath)
        .slice(1)
        .every(request => request.headers['if-none-match']),
    ).toBe(true)
  })

  it('is confirmed again within minutes even when no event comes', async () => {
    const service = await started()
    wire.changeSilently('users', [])
    await clock.advance(300_000)
    expect(service.snapshot.users.size).toBe(0)
    expect(service.status).toMatchObject({ state: 'connected' })
  })

  it('is asked for every minute without the event stream', async () => {
    const service = await started({ instantCacheRefresh: false })
    wire.changeSilently('users', [])
    await clock.advance(60_000)
    expect(service.snapshot.users.size).toBe(0)
    expect(wire.streams).toEqual([])
  })
})

describe('events', () => {
  it('refresh the document they name, and no other', async () => {
    const service = await started()
    const changes: number[] = []
    const forget = service.onChange(() => changes.push(service.snapshot.users.size))
    const before = wire.received.length
    wire.change('users', [])
    await eventually(() => changes).toEqual([0])
    expect(wire.received.slice(before).map(request => request.path)).toEqual([usersPath])
    forget()
    wire.change('users', [ada])
    await eventually(() => service.snapshot.users.size).toBe(1)
    expect(changes).toEqual([0])
  })

  it('of a burst cost two rounds at most, and the last state is what remains', async () => {
    const service = await started()
    const before = asked(usersPath).length
    for (let id = 1; id <= 100; id += 1) wire.changeSilently('users', [{ ...ada, id }])
    wire.write('event: refresh-users\ndata: {}\n\n'.repeat(100))
    await eventually(() => service.snapshot.users.has(100)).toBe(true)
    await calls.idle()
    expect(asked(usersPath).length - before).toBeLessThanOrEqual(2)
  })

  it('refresh the IP rules too', async () => {
    const service = await started()
    wire.change('ipRules', {
      data: { attributes: { use_ip_whitelist: true, rules: [{ type: 0, ip: '10.0.0.1' }] } },
    })
    await eventually(() => service.snapshot.ipRules).toEqual([{ type: 0, ip: '10.0.0.1' }])
  })

  it('that nobody knows, and listeners that fail, disturb nothing', async () => {
    const service = await started()
    service.onChange(() => {
      throw new Error('not mine')
    })
    wire.write('event: refresh-weather\ndata: {}\n\n: a comment\n\n')
    wire.change('users', [])
    await eventually(() => service.snapshot.users.size).toBe(0)
    expect(lines).toContain('Error A listener to permission changes failed')
  })

  it('continue after the last one seen when the stream ends, and all is confirmed anew', async () => {
    const service = await started()
    wire.change('users', [])
    await eventually(() => service.snapshot.users.size).toBe(0)
    wire.changeSilently('rights', true)
    wire.endStreams()
    await eventually(() => service.status.state).toBe('stale')
    await clock.advance(1000)
    await eventually(() => service.snapshot.rights).toBe(true)
    expect(wire.streams).toEqual([undefined, '1'])
    expect(service.status.state).toBe('connected')
  })

  it.each([204, 301, 400, 401, 404, 410, 429, 500, 503])(
    'are listened to again after the status %i',
    async status => {
      wire.reply('/agent-api/events', { status, headers: { location: '/elsewhere' } })
      const service = client()
      await service.start()
      await clock.advance(60_000)
      expect(service.status).toMatchObject({ state: 'stale' })
      expect(wire.streams.length).toBeGreaterThan(3)
      wire.reply('/agent-api/events', undefined)
      await clock.advance(40_000)
      await eventually(() => service.status.state).toBe('connected')
    },
  )

  it('are listened to again when no heartbeat comes for 45 seconds', async () => {
    const service = await started()
    for (let beat = 0; beat < 4; beat += 1) {
      await clock.advance(30_000)
      wire.write('event: heartbeat\ndata:\n\n')
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(wire.streams).toHaveLength(1)
    await clock.advance(45_000)
    await eventually(() => service.status.reason).toMatch(/event stream .* interrupted/)
    await clock.advance(1000)
    await eventually(() => wire.streams.length).toBe(2)
  })

  it('are not what a page in another format says', async () => {
    wire.reply('/agent-api/events', { headers: { 'content-type': 'text/html' }, body: '<html>' })
    const service = await started()
    await eventually(() => service.status.state).toBe('stale')
  })
})

describe('a service that refuses the secret', () => {
  it('is said once at level Error, and in the status', async () => {
    const service = client({ envSecret: 'f'.repeat(64) })
    await service.start()
    await clock.advance(120_000)
    expect(lines.filter(line => line.startsWith('Error'))).toHaveLength(1)
    expect(lines[0]).toMatch(/^Error The service rejects the environment secret\. Check/)
    expect(lines.join()).not.toContain('ffff')
    expect(service.status).toEqual({
      state: 'away',
      reason: 'The service rejects the environment secret.',
    })
  })
})

describe('Retry-After', () => {
  it.each([
    ['seconds', '120'],
    ['a date', 'Tue, 01 Jan 2030 00:02:00 GMT'],
  ])('as %s is waited for, whatever events say meanwhile', async (_, value) => {
    wire.reply(usersPath, { status: 429, headers: { 'retry-after': value } })
    const service = await started()
    expect(service.status.state).toBe('away')
    const before = asked(usersPath).length
    wire.change('users', [])
    await clock.advance(119_000)
    expect(asked(usersPath).length).toBe(before)
    wire.reply(usersPath, undefined)
    await clock.advance(2000)
    expect(service.snapshot.users.size).toBe(0)
  })
})

describe('a document that cannot be read', () => {
  it.each(['<html>', '{"collections":5}', 'null', '', '{"collections":{"orders":'])(
    'leaves the rights as they are and is asked for again: %s',
    async body => {
      const service = await started()
      const { snapshot } = service
      wire.reply(rightsPath, { body })
      wire.write('event: refresh-roles\ndata:\n\n')
      await eventually(() => service.status.state).toBe('stale')
      expect(service.snapshot).toBe(snapshot)
      wire.reply(rightsPath, undefined)
      wire.changeSilently('rights', { collections: { orders: wireRights(false) } })
      await clock.advance(30_000)
      expect(service.snapshot.rights).toMatchObject(new Map([['orders', { read: false }]]))
      expect(service.status.state).toBe('connected')
    },
  )

  it('in one collection refuses that collection, naming it, and no other', async () => {
    wire.changeSilently('rights', {
      collections: {
        orders: wireRights(true),
        users: { ...wireRights(true), collection: { readEnabled: 'yes' } as never },
      },
    })
    const service = await started()
    expect([...(service.snapshot.rights as ReadonlyMap<string, unknown>).keys()]).toEqual([
      'orders',
    ])
    expect(lines).toContainEqual(expect.stringMatching(/^Warn .*Collection 'users' is refused: /))
  })
})

describe('stop', () => {
  it('leaves no timer and no stream behind, and start works again', async () => {
    const service = await started({ snapshotPath: join(folder, 'snapshot.json') })
    await service.stop()
    expect(clock.waiting).toBe(0)
    wire.changeSilently('users', [])
    await service.start()
    await eventually(() => service.snapshot.users.size).toBe(0)
    await service.stop()
    expect(clock.waiting).toBe(0)
  })

  it('ends calls that hang', async () => {
    const service = client()
    wire.reply(usersPath, () => {
      void service.stop()
      return { status: 503 }
    })
    await service.start()
    expect(clock.waiting).toBe(0)
  })
})

describe('refreshRendering', () => {
  it('asks for the renderings when no event would tell', async () => {
    const service = await started({ instantCacheRefresh: false })
    wire.changeSilently('renderings', {})
    await service.refreshRendering(5)
    expect(service.snapshot.renderings.size).toBe(0)
  })

  it('leaves it to the event stream while that is open', async () => {
    const service = await started()
    const before = wire.received.length
    await service.refreshRendering(5)
    expect(wire.received).toHaveLength(before)
    expect(service.snapshot.renderings).toMatchObject(new Map([[5, {}]]))
    expect(wireDocuments.users).toHaveLength(1)
  })
})
