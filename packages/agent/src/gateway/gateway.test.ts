import { createMemoryDataSource } from '@service/datasource-memory'
import { printTree } from '@service/datasource-toolkit'
import { compile, type Model } from '@service/engine'
import type { HttpRequest } from '@service/http'
import {
  createInProcessService,
  type InProcessService,
  type Right,
  rights,
  type ServicePort,
  type ServiceUser,
} from '@service/service-client'
import { SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGateway, type Gateway } from './gateway.js'

const authSecret = 'an auth secret for tests, long enough'
const key = new TextEncoder().encode(authSecret)

const openShop = createMemoryDataSource({
  orders: {
    columns: {
      id: { type: 'Number', isPrimaryKey: true },
      status: 'String',
      total: 'Number',
      ownerId: 'Number',
    },
  },
  secrets: { columns: { id: { type: 'Number', isPrimaryKey: true } } },
})

let model: Model
let service: InProcessService
let gateway: Gateway
let warnings: string[]

beforeAll(async () => {
  const dataSource = await openShop(
    () => {},
    async () => {},
  )
  model = await compile([{ dataSource }], [])
})

beforeEach(() => {
  warnings = []
  service = createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', roleId: 1, firstName: 'Ada', tags: { country: 'FR' } },
      { id: 2, email: 'bob@example.com', roleId: 2 },
      { id: 3, email: 'eve@example.com', roleId: 1, permissionLevel: 'editor', teams: [2] },
    ],
    roles: { 1: 'Support', 2: 'Finance' },
    teams: [
      { id: 1, name: 'Operations' },
      { id: 2, name: 'Sales', renderingId: 20 },
    ],
    rights: { orders: { browse: true, read: { roles: [1] }, edit: false } },
  })
  gateway = createGateway({
    authSecrets: [authSecret],
    service,
    logger: (_, message) => warnings.push(message),
    allowedOrigins: ['https://admin.example.com'],
    trustProxy: false,
    ipRulesAllowLoopback: false,
    tagModel: () => 'model',
  })
})

afterEach(() => {
  vi.useRealTimers()
})

const signSession = (userId: number, renderingId = 1, expires: string | number = '1h') =>
  new SignJWT({ id: userId, renderingId })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(key)

const request = (headers: Record<string, string>, method = 'GET', remoteAddress = '192.0.2.1') =>
  ({
    method,
    url: '/service/orders',
    header: (name: string) => headers[name],
    signal: new AbortController().signal,
    remoteAddress,
  }) as HttpRequest

const open = (headers: Record<string, string>, method?: string) =>
  gateway.open(request(headers, method), 'request-1')

const openAs = async (userId: number, renderingId?: number) =>
  open({ authorization: `Bearer ${await signSession(userId, renderingId)}` })

const refusal = async (act: () => unknown) => {
  try {
    await act()
    return 'accepted'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

describe('sessions', () => {
  it('accepts a bearer token, whatever the case of the scheme', async () => {
    const token = await signSession(1)
    expect((await open({ authorization: `Bearer ${token}` })).userId).toBe(1)
    expect((await open({ authorization: `bearer ${token}` })).userId).toBe(1)
  })

  it.each(['service_session_token', 'forest_session_token'])(
    'accepts the cookie %s',
    async name => {
      const cookie = `theme=dark; ${name}=${await signSession(2)}; x=y`
      expect((await open({ cookie })).userId).toBe(2)
    },
  )

  it('does not try the header when there is a cookie', async () => {
    const headers = {
      cookie: 'service_session_token=stale',
      authorization: `Bearer ${await signSession(1)}`,
    }
    expect(await refusal(() => open(headers))).toMatch(/^401/)
  })

  it.each([undefined, '', 'Basic abc', 'Bearer', 'Bearer a b'])(
    'refuses the Authorization header %o',
    async authorization => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      expect(await refusal(() => open(headers))).toMatch(/^401/)
    },
  )

  it('waits for a token it sees first, and not for one it remembers', async () => {
    const headers = { authorization: `Bearer ${await signSession(1)}` }
    const first = [open(headers), open(headers)]
    for (const access of first) expect(access).toBeInstanceOf(Promise)
    expect((await Promise.all(first)).map(access => access.userId)).toEqual([1, 1])
    expect(open(headers)).toMatchObject({ userId: 1 })
    expect(open(headers)).not.toBeInstanceOf(Promise)
  })

  it('does not remember a token it refused', async () => {
    const headers = { authorization: `Bearer ${await signSession(1)}x` }
    expect(await refusal(() => open(headers))).toMatch(/^401 The signature/)
    expect(await refusal(() => open(headers))).toMatch(/^401 The signature/)
  })

  it('refuses a token that expired after it was first accepted', async () => {
    const expires = Math.ceil(Date.now() / 1000) + 60
    const headers = { authorization: `Bearer ${await signSession(1, 1, expires)}` }
    expect(await refusal(() => open(headers))).toBe('accepted')
    vi.useFakeTimers({ toFake: ['Date'], now: expires * 1000 - 1 })
    expect(await refusal(() => open(headers))).toBe('accepted')
    vi.setSystemTime(expires * 1000)
    expect(await refusal(() => open(headers))).toBe('401 The session has expired.')
  })

  it('accepts the sessions it issues', async () => {
    const user = { ...service.snapshot.users.get(1)!, team: 'Operations', role: 'Support' }
    const { token } = await gateway.issueSession(user, 1)
    expect((await open({ authorization: `Bearer ${token}` })).userId).toBe(1)
  })

  it('ends the session of a user who was removed, on the next request', async () => {
    const headers = { authorization: `Bearer ${await signSession(1)}` }
    expect(await refusal(() => open(headers))).toBe('accepted')
    service.removeUser(1)
    expect(await refusal(() => open(headers))).toMatch(/^401 The user of this session is not known/)
  })

  it('ends the sessions a user had when the service raises their version, and no later ones', async () => {
    const raised = (sessionVersion: number) => {
      const user = { ...service.snapshot.users.get(1)!, sessionVersion }
      return { ...service.snapshot, users: new Map(service.snapshot.users).set(1, user) }
    }
    let snapshot = service.snapshot
    const { issueSession, renewSession, open, signDownload, openDownload } = createGateway({
      authSecrets: [authSecret],
      service: {
        ...service,
        get snapshot() {
          return snapshot
        },
      },
      logger: () => {},
      allowedOrigins: [],
      trustProxy: false,
      ipRulesAllowLoopback: false,
      tagModel: () => 'model',
    })
    const signIn = async () => {
      const user = { ...snapshot.users.get(1)!, team: 'Operations', role: 'Support' }
      const { token } = await issueSession(user, 1)
      return request({ authorization: `Bearer ${token}` })
    }
    const accepted = async (asked: HttpRequest) => refusal(async () => open(asked, 'request-1'))
    const ended = '401 Your sessions were ended: sign in again.'

    const unversioned = await signIn()
    snapshot = raised(0)
    const first = await signIn()
    expect([await accepted(unversioned), await accepted(first)]).toEqual(['accepted', 'accepted'])
    const target = '/orders.csv?timezone=UTC'
    const link = await signDownload(first, target)
    const download = () => openDownload(request({}), 'request-2', link.token, target)
    expect(await refusal(download)).toBe('accepted')
    snapshot = raised(1)
    expect([await accepted(unversioned), await accepted(first)]).toEqual([ended, ended])
    expect(await refusal(download)).toBe(ended)
    expect(await refusal(() => renewSession(first))).toBe(ended)
    const second = await signIn()
    expect(await accepted(second)).toBe('accepted')
    expect((await renewSession(second)).claims.sessionVersion).toBe(1)
    // The agent's snapshot may be slightly older than the sign-in.
    snapshot = raised(0)
    expect(await accepted(second)).toBe('accepted')
  })

  it('refuses an unknown rendering and the rendering of another team', async () => {
    const [unknown, foreign, own] = await Promise.all([
      signSession(3, 99),
      signSession(3, 1),
      signSession(3, 20),
    ])
    const openWith = (token: string) => refusal(() => open({ authorization: `Bearer ${token}` }))
    expect(await openWith(unknown)).toBe('403 You may not open rendering 99.')
    expect(await openWith(foreign)).toBe('403 You may not open rendering 1.')
    expect(await openWith(own)).toBe('accepted')
    expect(warnings).toEqual([
      'Refused user 3 rendering 99: the service does not know it.',
      'Refused user 3 rendering 1: it does not belong to the user.',
    ])
  })
})

describe('cookies and foreign pages', () => {
  const cookieHeaders = async (headers: Record<string, string>) => ({
    cookie: `service_session_token=${await signSession(1)}`,
    host: 'api.example.com',
    ...headers,
  })

  it.each([
    ['an allowed origin', { origin: 'https://admin.example.com' }],
    ['the same host', { origin: 'https://api.example.com' }],
  ])('lets %s write', async (_, extra) => {
    const headers = await cookieHeaders(extra)
    expect(await refusal(() => open(headers, 'POST'))).toBe('accepted')
  })

  it.each([
    ['a foreign origin', { origin: 'https://evil.example.com' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a request that names no origin', {}],
  ])('refuses writes from %s, and lets it read', async (_, extra) => {
    const headers = await cookieHeaders(extra as Record<string, string>)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await refusal(() => open(headers, method))).toMatch(/^403/)
    }
    expect(await refusal(() => open(headers, 'GET'))).toBe('accepted')
  })

  it('does not ask for an origin when the token came in the header', async () => {
    const authorization = `Bearer ${await signSession(1)}`
    expect(await refusal(() => open({ authorization }, 'DELETE'))).toBe('accepted')
  })
})

describe('rights', () => {
  const granted = async (userId: number, collection: string): Promise<Right[]> => {
    const access = await openAs(userId)
    return rights.filter(right => access.can(right, model.collection(collection)))
  }

  it('follow the role; what is not granted is refused', async () => {
    expect(await granted(1, 'orders')).toEqual(['browse', 'read'])
    expect(await granted(2, 'orders')).toEqual(['browse'])
  })

  it('are refused on a collection the service does not know', async () => {
    expect(await granted(1, 'secrets')).toEqual([])
  })

  it('name the right and the collection when refused', async () => {
    const access = await openAs(2)
    expect(await refusal(() => access.require('edit', model.collection('orders')))).toBe(
      "403 Your role has no 'edit' right on 'orders'.",
    )
    expect(await refusal(() => access.require('browse', model.collection('orders')))).toBe(
      'accepted',
    )
  })

  it('take effect on the next request when they change', async () => {
    service.setRights('orders', { edit: { roles: [2] } })
    expect(await granted(1, 'orders')).toEqual([])
    expect(await granted(2, 'orders')).toEqual(['edit'])
  })

  it('follow the new role of a user', async () => {
    service.setUser({ id: 2, email: 'bob@example.com', roleId: 1 })
    expect(await granted(2, 'orders')).toEqual(['browse', 'read'])
  })

  it('are all granted in an open environment', async () => {
    service = createInProcessService({
      users: [{ id: 1, email: 'ada@example.com', roleId: 9 }],
      rights: true,
    })
    gateway = createGateway({
      authSecrets: [authSecret],
      service,
      logger: () => {},
      allowedOrigins: [],
      trustProxy: false,
      ipRulesAllowLoopback: false,
      tagModel: () => 'model',
    })
    expect(await granted(1, 'secrets')).toEqual([...rights])
  })
})

describe('scopes', () => {
  const printScope = async (userId: number) => {
    const tree = (await openAs(userId)).call('UTC').findScope?.(model.collection('orders'))
    return tree && printTree(tree)
  }

  it('are absent when none is set', async () => {
    expect(await printScope(1)).toBeUndefined()
  })

  it('hold the values of the user, in the type of the column', async () => {
    service.setScope(1, 'orders', {
      aggregator: 'and',
      conditions: [
        { field: 'status', operator: 'equal', value: '{{currentUser.tags.country}}-paid' },
        { field: 'ownerId', operator: 'equal', value: '{{currentUser.id}}' },
        { field: 'status', operator: 'in', value: ['{{currentUser.team.name}}', 'x'] },
      ],
    })
    const tree = (await openAs(1)).call('UTC').findScope?.(model.collection('orders'))
    expect(tree).toMatchObject({
      aggregator: 'And',
      conditions: [
        { field: 'status', operator: 'Equal', value: 'FR-paid' },
        { field: 'ownerId', operator: 'Equal', value: 1 },
        { field: 'status', operator: 'In', value: ['Operations', 'x'] },
      ],
    })
  })

  it('are one object for all requests of a user until something changes', async () => {
    service.setScope(1, 'orders', { field: 'total', operator: 'greater_than', value: 10 })
    const orders = model.collection('orders')
    const first = (await openAs(1)).call('UTC').findScope?.(orders)
    const second = (await openAs(1)).call('Europe/Paris').findScope?.(orders)
    expect(first).toBeDefined()
    expect(second).toBe(first)
    service.setScope(1, 'orders', { field: 'total', operator: 'greater_than', value: 20 })
    expect((await openAs(1)).call('UTC').findScope?.(orders)).toMatchObject({ value: 20 })
  })

  it.each([
    ['a variable the user has no value for', { value: '{{currentUser.tags.region}}' }],
    ['an unknown variable', { value: '{{constructor}}' }],
    ['a name, which people change themselves', { value: '{{currentUser.firstName}}' }],
    ['their last name', { value: '{{ currentUser.lastName }}' }],
    ['their full name, in a list', { operator: 'in', value: ['x', '{{currentUser.fullName}}'] }],
    ['an unknown field', { field: 'nope' }],
    ['a variable in the place of a field', { field: '{{currentUser.team.name}}' }],
    ['an unknown operator', { operator: 'resembles' }],
  ])('hide everything when they name %s, with a warning', async (_, patch) => {
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'x', ...patch })
    const tree = (await openAs(1)).call('UTC').findScope?.(model.collection('orders'))
    expect(tree).toMatchObject({ aggregator: 'Or', conditions: [] })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^The scope of 'orders' hides all its rows: /)
  })
})

describe('a collection that a team does not see', () => {
  const openWithout = async (rights: boolean) => {
    const { snapshot } = service
    const rendering = { ...snapshot.renderings.get(1)!, collections: new Map() }
    const narrowed = {
      ...snapshot,
      ...(rights && { rights: true as const }),
      renderings: new Map(snapshot.renderings).set(1, rendering),
    }
    const port = Object.create(service, { snapshot: { get: () => narrowed } }) as ServicePort
    gateway = createGateway({
      authSecrets: [authSecret],
      service: port,
      logger: () => {},
      allowedOrigins: [],
      trustProxy: false,
      ipRulesAllowLoopback: false,
      tagModel: () => 'model',
    })
    return openAs(1)
  }

  it('is refused, whatever the rights of the role', async () => {
    const orders = model.collection('orders')
    expect((await openAs(1)).can('browse', orders)).toBe(true)
    const access = await openWithout(false)
    expect(rights.some(right => access.can(right, orders))).toBe(false)
    expect(access.mayRead(orders)).toBe(false)
    expect(access.call('UTC').findScope?.(orders)).toBeUndefined()
    expect(await refusal(() => access.requireSegmentQuery('select 1', 'main', orders))).toMatch(
      /^403/,
    )
  })

  it('is open in an open environment, without scope', async () => {
    const orders = model.collection('orders')
    const access = await openWithout(true)
    expect(access.can('delete', orders)).toBe(true)
    expect([access.hiddenIn, access.lockedIn]).toEqual([undefined, undefined])
    expect(access.call('UTC').findScope?.(orders)).toBeUndefined()
    expect(access.can('browse', { ...orders, isExported: false })).toBe(false)
  })
})

describe('a variable with a pattern operator', () => {
  it.each([
    ['like', '%', '\\%'],
    ['i_like', 'a_b\\', 'a\\_b\\\\'],
    ['ILike', '%', '\\%'],
    ['contains', '%', '%'],
  ])('is compared as it is: %s %j', async (operator, country, expected) => {
    service.setUser({ id: 1, email: 'ada@example.com', roleId: 1, tags: { country } })
    const value = '_{{currentUser.tags.country}}%'
    service.setScope(1, 'orders', { field: 'status', operator, value })
    const tree = (await openAs(1)).call('UTC').findScope?.(model.collection('orders'))
    expect(tree).toMatchObject({ value: `_${expected}%` })
  })
})

describe('the call handed to the engine', () => {
  it('carries the user as the service knows them, the time zone and the request id', async () => {
    expect((await openAs(1)).call('Europe/Paris')).toMatchObject({
      timezone: 'Europe/Paris',
      isOuter: true,
      now: expect.any(Date),
      signal: expect.any(AbortSignal),
      caller: {
        id: 1,
        email: 'ada@example.com',
        firstName: 'Ada',
        team: 'Operations',
        role: 'Support',
        permissionLevel: 'user',
        tags: { country: 'FR' },
        renderingId: 1,
        timezone: 'Europe/Paris',
        requestId: 'request-1',
      },
    })
  })
})

describe('charts and live queries', () => {
  const chart = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }

  it('are open to editors, and to others when their team has them', async () => {
    const [user, editor] = await Promise.all([openAs(1), openAs(3, 20)])
    expect(await refusal(() => editor.requireChart(chart))).toBe('accepted')
    expect(await refusal(() => user.requireChart(chart))).toMatch(/^403/)
    service.setCharts(1, [chart])
    const again = await openAs(1)
    expect(await refusal(() => again.requireChart({ ...chart, filter: null }))).toBe('accepted')
    expect(await refusal(() => again.requireChart({ ...chart, aggregator: 'Sum' }))).toMatch(/^403/)
  })

  it('tell the log which rule refused them', async () => {
    const access = await openAs(1)
    const orders = model.collection('orders')
    await refusal(() => access.requireChart(chart))
    await refusal(() => access.requireCodeChart('sales'))
    await refusal(() => access.requireSegmentQuery('select 1', 'main', orders))
    await refusal(() => access.require('edit', orders))
    const rules = warnings.map(line => JSON.parse(line.slice(line.indexOf('{'))))
    expect(rules).toEqual([
      { kind: 'chart', reason: 'The rendering has no such chart.', role: 'Support' },
      {
        kind: 'chart',
        reason: "The rendering has no chart with the route of 'sales'.",
        role: 'Support',
      },
      {
        kind: 'segment',
        collection: 'orders',
        reason: "The rendering has no such live query on connection 'main'.",
        role: 'Support',
      },
      {
        kind: 'collection',
        right: 'edit',
        collection: 'orders',
        reason: "The role has no 'edit' right on 'orders'.",
        role: 'Support',
      },
    ])
  })

  it('compare live queries by text, connection and collection', async () => {
    const query = 'select id from orders where total > 10'
    service.setLiveQueries(1, 'orders', [
      { query: `${query};`, connectionName: 'main' },
      { query: 'select id from orders' },
    ])
    const access = await openAs(1)
    const orders = model.collection('orders')
    const secrets = model.collection('secrets')
    const run = (text: string, connection = 'main', collection = orders) =>
      refusal(() => access.requireSegmentQuery(text, connection, collection))
    const union = '/*MULTI-SEGMENTS-QUERIES-UNION*/ UNION '
    expect(await run(query)).toBe('accepted')
    expect(await run(`${query}${union}select id from orders`)).toBe('accepted')
    expect(await run('select id from orders', 'other')).toBe('accepted')
    expect(await run(query, 'other')).toMatch(/^403/)
    expect(await run(query, 'main', secrets)).toMatch(/^403/)
    expect(await run(`${query} or true`)).toMatch(/^403/)
    expect(await run(`${query}${union}select id from secrets`)).toMatch(/^403/)
    const editor = await openAs(3, 20)
    expect(await refusal(() => editor.requireSegmentQuery('select 1', 'main', secrets))).toBe(
      'accepted',
    )
  })

  it('compare live queries without the blanks and the semicolon at their end', async () => {
    service.setLiveQueries(1, 'orders', [{ query: ' select 1 ; ' }, { query: "select ';'" }])
    const access = await openAs(1)
    const run = (text: string) =>
      refusal(() => access.requireSegmentQuery(text, 'main', model.collection('orders')))
    for (const same of ['select 1', 'select 1;', '  select 1 ;', "select ';'"]) {
      expect(await run(same)).toBe('accepted')
    }
    for (const other of ["select '", "select ''", 'elect 1', 'sel;ect 1', 'select 1;;']) {
      expect(await run(other)).toMatch(/^403/)
    }
  })
})

describe('people', () => {
  /** Counts lookups of single people; iterating over all of them fails. */
  class CountedMap<V> extends Map<number, V> {
    reads = 0
    override get(id: number) {
      this.reads += 1
      return super.get(id)
    }
    override forEach = walked
    override keys = walked
    override values = walked
    override entries = walked
    override [Symbol.iterator] = walked
  }
  const walked = (): never => {
    throw new Error('Somebody walks over all people.')
  }

  it('are looked up once each per change of rights, however many there are and ask', async () => {
    const users = new CountedMap<ServiceUser>()
    const ada = service.snapshot.users.get(1)!
    for (let id = 1; id <= 5_000; id += 1) users.set(id, { ...ada, id })
    let snapshot = { ...service.snapshot, users }
    const many = Object.create(service, { snapshot: { get: () => snapshot } }) as ServicePort
    gateway = createGateway({
      authSecrets: [authSecret],
      service: many,
      logger: () => {},
      allowedOrigins: [],
      trustProxy: false,
      ipRulesAllowLoopback: false,
      tagModel: () => 'model',
    })
    const askers = [1, 4_000, 5_000]
    const tokens = await Promise.all(askers.map(id => signSession(id)))
    const askOften = async () => {
      for (let round = 0; round < 50; round += 1) {
        for (const [index, token] of tokens.entries()) {
          const access = await open({ authorization: `Bearer ${token}` })
          expect(access.userId).toBe(askers[index])
          expect(access.can('browse', model.collection('orders'))).toBe(true)
        }
      }
    }
    await askOften()
    expect(users.reads).toBe(askers.length)
    snapshot = { ...snapshot }
    await askOften()
    expect(users.reads).toBe(2 * askers.length)
  })

  it('share what was worked out for them, between sessions and until rights change', async () => {
    const [first, second] = [await openAs(1), await openAs(1)]
    expect(second.call('UTC').findScope).toBe(first.call('UTC').findScope)
    service.setIpRules(undefined)
    expect((await openAs(1)).call('UTC').findScope).not.toBe(first.call('UTC').findScope)
  })
})

describe('addresses', () => {
  it('are checked against the rules of the moment', async () => {
    const token = { authorization: `Bearer ${await signSession(1)}` }
    const from = (address: string) =>
      refusal(() => gateway.open(request(token, 'GET', address), 'request-1'))
    expect(await from('192.0.2.1')).toBe('accepted')
    service.setIpRules([{ type: 0, ip: '198.51.100.7' }])
    expect(await from('192.0.2.1')).toBe('403 Requests from address 192.0.2.1 are not allowed.')
    expect(warnings).toEqual(['Refused address 192.0.2.1: no IP rule allows it.'])
    expect(await from('198.51.100.7')).toBe('accepted')
    service.setIpRules(undefined)
    expect(await from('192.0.2.1')).toBe('accepted')
  })

  it('are those of the client, as far as the settings trust who tells', async () => {
    service.setIpRules([{ type: 0, ip: '198.51.100.7' }])
    const forwarded = { 'x-forwarded-for': '198.51.100.7' }
    const check = (settings: object, headers: Record<string, string>, peer: string) => {
      const made = createGateway({
        authSecrets: [authSecret],
        service,
        logger: () => {},
        allowedOrigins: [],
        trustProxy: false,
        ipRulesAllowLoopback: false,
        tagModel: () => 'model',
        ...settings,
      })
      const asked = request(headers, 'GET', peer)
      return [made.clientAddress(asked), refusal(() => made.checkAddress(asked))] as const
    }
    const answers = async ([address, answer]: ReturnType<typeof check>) =>
      `${address} ${(await answer).slice(0, 3)}`
    expect(await answers(check({}, forwarded, '10.0.0.1'))).toBe('10.0.0.1 403')
    expect(await answers(check({ trustProxy: true }, forwarded, '10.0.0.1'))).toBe(
      '198.51.100.7 acc',
    )
    expect(await answers(check({}, {}, '127.0.0.1'))).toBe('127.0.0.1 403')
    expect(await answers(check({ ipRulesAllowLoopback: true }, {}, '127.0.0.1'))).toBe(
      '127.0.0.1 acc',
    )
  })

  it('are checked before anybody signs in, too', async () => {
    const check = (address: string) =>
      refusal(() => gateway.checkAddress(request({}, 'GET', address)))
    expect(await check('192.0.2.1')).toBe('accepted')
    service.setIpRules([{ type: 0, ip: '198.51.100.7' }])
    expect(await check('192.0.2.1')).toMatch(/^403/)
    expect(await check('198.51.100.7')).toBe('accepted')
  })
})
