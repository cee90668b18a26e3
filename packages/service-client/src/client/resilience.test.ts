import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireUser } from '@service/protocol'
import { chooseRounds, type FaultProxy, fuzzSeed, startFaultProxy } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../documents/documents.js'
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
import { ada, wireRights } from '../testing/wire-documents.js'
import { createServiceClient } from './create-service-client.js'
import type { ServiceClientOptions } from './options.js'

let wire: WireService
let proxy: FaultProxy
let calls: CallTracker
let clock: FakeClock
let lines: string[]
let clients: ServicePort[]
let folder: string
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeEach(async () => {
  unhandled.length = 0
  process.on('unhandledRejection', note)
  folder = await mkdtemp(join(tmpdir(), 'resilience-'))
  wire = await startWireService()
  proxy = await startFaultProxy(wire.port)
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  lines = []
  clients = []
})

afterEach(async () => {
  await Promise.all(clients.map(client => client.stop()))
  calls.restore()
  await proxy.close()
  await wire.close()
  await rm(folder, { recursive: true })
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

function client(options: Partial<ServiceClientOptions> = {}): ServicePort {
  const made = createServiceClient({
    envSecret,
    serverUrl: `http://127.0.0.1:${proxy.port}`,
    snapshotPath: join(folder, '.service', 'agent-snapshot.json'),
    clock,
    random: () => 0.5,
    logger: (level, message) => lines.push(`${level} ${message}`),
    ...options,
  })
  clients.push(made)
  return made
}

async function connected(options?: Partial<ServiceClientOptions>): Promise<ServicePort> {
  const service = client(options)
  await service.start()
  await eventually(() => wire.streams.length).toBeGreaterThan(0)
  await calls.idle()
  return service
}

function disconnect(): void {
  proxy.refuse(true)
  proxy.cut()
}

const anHour = 3_600_000
const aMinute = 60_000
/** Every attempt to connect is made, so that each of them takes its time. */
const minutesAway = chooseRounds(10, 60)

describe('a service that is down at start', () => {
  it('does not make start fail; there are no rights until it is up, and then there are', async () => {
    disconnect()
    const service = client()
    await service.start()
    expect(() => service.snapshot).toThrow(
      expect.objectContaining({
        status: 503,
        message: 'No permissions are loaded yet. The service cannot be reached.',
        headers: { 'retry-after': '5' },
      }),
    )
    expect(service.status).toEqual({ state: 'away', reason: 'The service cannot be reached.' })
    await clock.advance(minutesAway * aMinute)
    expect(service.status.state).toBe('away')
    expect(lines).toEqual([
      expect.stringMatching(
        /^Warn Cannot reach the service at http:\/\/127\.0\.0\.1:\d+ \(\w+\)\. No usable permissions are loaded: requests get status 503\.$/,
      ),
    ])
    proxy.refuse(false)
    await clock.advance(31_000)
    expect(service.snapshot.users.has(7)).toBe(true)
    await eventually(() => service.status.state).toBe('connected')
  })

  it.each<[string, Reply]>([
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a path it does not know', { status: 404, body: 'Not Found' }],
  ])('is told from something else that answers with %s', async (_, reply) => {
    const paths = [...Object.values(documents).map(({ path }) => path), '/agent-api/events']
    for (const path of paths) wire.reply(path, reply)
    const service = client()
    await service.start()
    const reason = 'The server at the configured URL is not a service.'
    expect(service.status).toEqual({ state: 'away', reason })
    expect(lines[0]).toMatch(
      /^Error .*: The server at http:\/\/127\.0\.0\.1:\d+ is not a service \(status \d+\)\. Check the option 'serverUrl' or the variable SERVICE_SERVER_URL\./,
    )
  })

  it('leaves the origins of the panel that the former process knew', async () => {
    const attributes = { panelOrigins: ['https://admin.example.com'] }
    wire.reply('/agent-api/environment', { body: { data: { id: '12', attributes } } })
    const former = await connected()
    await former.panel?.follow()
    await former.stop()
    disconnect()
    const service = client()
    await service.start()
    await service.panel?.follow()
    expect(service.panel?.origins).toEqual(['https://admin.example.com'])
  })

  it('leaves the rights that the former process knew, for as long as they may be trusted', async () => {
    const former = await connected()
    await former.stop()
    disconnect()
    await clock.advance(24 * anHour - minutesAway * aMinute)
    const service = client()
    await service.start()
    expect(service.snapshot.users.get(7)).toEqual(former.snapshot.users.get(7))
    expect(service.status).toMatchObject({ state: 'stale' })
    await clock.advance(minutesAway * aMinute - 1000)
    expect(service.snapshot.users.has(7)).toBe(true)
    await clock.advance(2000)
    expect(() => service.snapshot).toThrow('The loaded permissions are too old to use.')
    expect(service.status.state).toBe('away')
  })

  it('leaves nothing when those rights are too old, or come from the future', async () => {
    await (await connected()).stop()
    disconnect()
    const past = createFakeClock(calls.idle)
    past.advanceNow(-anHour)
    const early = client({ clock: past })
    await early.start()
    expect(() => early.snapshot).toThrow('No permissions are loaded yet.')
    await clock.advance(25 * anHour)
    const late = client()
    await late.start()
    expect(() => late.snapshot).toThrow('too old')
  })
})

describe('a service that goes away', () => {
  it('for a while and comes back with other rights: the last ones serve, then the new ones', async () => {
    const service = await connected()
    const { snapshot } = service
    const asOf = service.status.asOf
    disconnect()
    wire.changeSilently('users', [{ ...ada, id: 8 }])
    wire.changeSilently('rights', { collections: { orders: wireRights(false) } })
    for (let minutes = 0; minutes < minutesAway; minutes += 1) {
      await clock.advance(aMinute)
      expect(service.snapshot).toBe(snapshot)
    }
    expect(service.status).toMatchObject({ state: 'stale', asOf })
    expect(lines.filter(line => line.startsWith('Warn'))).toEqual([
      expect.stringMatching(/ Serving with the permissions of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
    ])
    proxy.refuse(false)
    await clock.advance(31_000)
    expect([...service.snapshot.users.keys()]).toEqual([8])
    expect(service.snapshot.rights).toMatchObject(new Map([['orders', { read: false }]]))
    await eventually(() => service.status.state).toBe('connected')
    expect(lines.at(-1)).toBe('Info The connection to the service works again.')
  })

  it('for longer than rights may be trusted, and then confirms them: they serve again', async () => {
    const service = await connected({ maxSnapshotAge: 600 })
    disconnect()
    await clock.advance(610_000)
    expect(() => service.snapshot).toThrow('too old')
    proxy.refuse(false)
    await clock.advance(31_000)
    expect(service.snapshot.users.has(7)).toBe(true)
  })

  it('answers nobody in time: calls end after ten seconds, and start with them', async () => {
    proxy.hold(true)
    const service = client()
    const starting = service.start()
    await eventually(() => clock.waiting).toBe(5)
    clock.advanceNow(10_000)
    await starting
    expect(service.status).toEqual({
      state: 'away',
      reason: 'The service does not respond in time.',
    })
    proxy.hold(false)
    await clock.advance(31_000)
    expect(service.snapshot.users.has(7)).toBe(true)
  })
})

describe('a clock that is set back', () => {
  const threeYears = 3 * 365 * 24 * anHour

  it.each([600_000, threeYears])(
    'by %i ms delays no new rights, and has nothing asked without end',
    async distance => {
      const service = await connected()
      wire.changeSilently('users', [{ ...ada, id: 8 }])
      clock.setBack(distance)
      const before = wire.received.length
      // The stream stays open: it would have all documents asked for when it opens again.
      for (let second = 0; second < 420; second += 15) {
        await clock.advance(15_000)
        wire.write(': alive\n\n')
        await new Promise(resolve => setTimeout(resolve, 20))
      }
      expect(wire.streams).toHaveLength(1)
      expect([...service.snapshot.users.keys()]).toEqual([8])
      expect(wire.received.length - before).toBeLessThan(50)
    },
  )

  it('does not make rights count as fresh for longer than a day', async () => {
    const service = await connected()
    disconnect()
    clock.setBack(threeYears)
    expect(service.snapshot.users.has(7)).toBe(true)
    // Without waiting for each of the thousands of calls that fail meanwhile.
    clock.advanceNow(25 * anHour)
    expect(() => service.snapshot).toThrow('The loaded permissions are too old to use.')
  })
})

describe('an event stream', () => {
  it('that is cut in mid-event: the change arrives all the same, once', async () => {
    const service = await connected()
    const changes: number[] = []
    service.onChange(() => changes.push(service.snapshot.users.size))
    wire.changeSilently('users', [])
    wire.write('id: 41\nevent: refresh-us')
    await new Promise(resolve => setTimeout(resolve, 20))
    proxy.cut()
    await eventually(() => service.status.state).toBe('stale')
    expect(service.snapshot.users.size).toBe(1)
    await clock.advance(1000)
    await eventually(() => changes).toEqual([0])
    // The id of an incomplete event must not be used.
    expect(wire.streams).toEqual([undefined, undefined])
  })

  it('in pieces is put together, also within a character', async () => {
    const service = await connected()
    wire.changeSilently('users', [])
    for (const byte of Buffer.from(': déjà vu\nid: 9\nevent: refresh-users\ndata: {"é":1}\n\n')) {
      wire.write(Buffer.from([byte]))
      await new Promise(resolve => setImmediate(resolve))
    }
    await eventually(() => service.snapshot.users.size).toBe(0)
    wire.endStreams()
    await eventually(() => service.status.state).toBe('stale')
    await clock.advance(1000)
    await eventually(() => wire.streams).toEqual([undefined, '9'])
  })
})

describe('whatever happens in between', () => {
  const seeds = Array.from({ length: chooseRounds(1, 12) }, (_, index) => fuzzSeed + index)

  it.each(seeds)(
    'rights never go back, are never made up, and end as the service has them (seed %i)',
    async seed => {
      const random = createRandom(seed)
      const pick = (count: number) => Math.floor(random() * count)
      const versions = { users: 1, rights: 1 }
      let seen = { ...versions }
      let service = await connected({ random })

      const publish = (isTold: boolean) => {
        const name = pick(2) === 0 ? 'users' : 'rights'
        versions[name] += 1
        const change = isTold ? wire.change : wire.changeSilently
        if (name === 'users') change('users', [buildUser(versions.users)])
        else change('rights', { collections: { orders: wireRights({ roles: [versions.rights] }) } })
      }

      const steps: readonly (() => unknown)[] = [
        () => publish(true),
        () => publish(true),
        () => publish(false),
        () => proxy.cut(),
        disconnect,
        () => proxy.refuse(false),
        async () => {
          proxy.hold(true)
          for (let slice = 0; slice < 12; slice += 1) {
            clock.advanceNow(5000)
            await new Promise(resolve => setImmediate(resolve))
          }
          proxy.hold(false)
        },
        () => {
          proxy.truncate(pick(600))
          proxy.cut()
        },
        () => proxy.truncate(undefined),
        () => wire.write('id: 1\nevent: refresh-ro'),
        () => wire.endStreams(),
        () => breakRandomPath(pick),
        () => restorePaths(),
        async () => {
          await service.stop()
          service = client({ random })
          await service.start()
        },
      ]

      const check = () => {
        const now = read(service)
        if (!now) return
        expect(now.users).toBeGreaterThanOrEqual(seen.users)
        expect(now.rights).toBeGreaterThanOrEqual(seen.rights)
        expect(now.users).toBeLessThanOrEqual(versions.users)
        expect(now.rights).toBeLessThanOrEqual(versions.rights)
        seen = now
      }

      for (let step = 0; step < 25; step += 1) {
        await steps[pick(steps.length)]?.()
        check()
        await clock.advance(pick(90_000))
        check()
      }
      proxy.refuse(false)
      proxy.truncate(undefined)
      proxy.cut()
      restorePaths()
      await clock.advance(400_000)
      expect(read(service)).toEqual(versions)
      await eventually(() => service.status.state).toBe('connected')
    },
  )

  function breakRandomPath(pick: (count: number) => number): void {
    const path = `/agent-api/${['permissions/users', 'permissions/environment', 'events'][pick(3)]}`
    const replies: readonly Reply[] = [
      { status: 429, headers: { 'retry-after': '20' } },
      { status: 503, headers: { 'retry-after': '40' } },
      { status: 500, body: '<html>' },
      { status: 200, body: '[{"id":' },
      { status: 200, body: '{}' },
      { status: 304 },
      { status: 401, body: { code: 'unauthorized', message: 'No.' } },
      { status: 302, headers: { location: '/elsewhere' } },
    ]
    // A 304 to an unconditional request is invalid, which is tested too.
    wire.reply(path, replies[pick(replies.length)])
  }

  function restorePaths(): void {
    for (const path of ['permissions/users', 'permissions/environment', 'events']) {
      wire.reply(`/agent-api/${path}`, undefined)
    }
  }
})

const buildUser = (version: number): WireUser => ({ ...ada, roleId: version })

function read(service: ServicePort): { users: number; rights: number } | undefined {
  try {
    const { users, rights } = service.snapshot
    const orders = rights === true ? undefined : rights.get('orders')?.read
    return {
      users: users.get(7)?.roleId ?? -1,
      rights: typeof orders === 'object' ? (orders.roles[0] ?? -1) : -1,
    }
  } catch (error) {
    expect(error).toMatchObject({ status: 503 })
    return undefined
  }
}

/** Mulberry32: the same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
