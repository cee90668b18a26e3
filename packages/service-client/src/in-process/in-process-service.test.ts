import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createInProcessService } from './in-process-service.js'
import type { InProcessService } from './options.js'

const create = () =>
  createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', roleId: 1, tags: { country: 'FR' } },
      { id: 2, email: 'bob@example.com', roleId: 1, teams: [2] },
    ],
    roles: { 1: 'Support' },
    teams: [
      { id: 1, name: 'Operations' },
      { id: 2, name: 'Sales', renderingId: 20 },
    ],
    rights: { orders: true },
    signInUrl: 'https://service.example.com/sign-in',
  })

const readRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { status: number; code: string }) => `${error.status} ${error.code}`,
  )

afterEach(() => {
  vi.useRealTimers()
})

describe('the snapshot', () => {
  it('is the same object until something changes, and then another one', () => {
    const service = create()
    const before = service.snapshot
    expect(service.snapshot).toBe(before)
    service.setScope(1, 'orders', { field: 'id', operator: 'present' })
    expect(service.snapshot).not.toBe(before)
    expect(before.renderings.get(1)?.collections.get('orders')?.scope).toBeNull()
  })

  it('announces each change until the listener leaves', () => {
    const service = create()
    let changes = 0
    const leave = service.onChange(() => {
      changes += 1
    })
    service.removeUser(1)
    service.setCharts(1, [])
    leave()
    service.setIpRules([])
    expect(changes).toBe(2)
  })

  it('has the roles and teams that came later', () => {
    const service = create()
    service.setRole(7, 'Auditors')
    service.setTeam({ id: 3, name: 'Audit', renderingId: 30 })
    service.setUser({ id: 3, email: 'eve@example.com', roleId: 7, teams: [3] })
    const { roles, renderings, users } = service.snapshot
    expect(roles.get(7)).toBe('Auditors')
    expect(renderings.get(30)?.team).toEqual({ id: 3, name: 'Audit' })
    expect(users.get(3)?.renderingIds).toEqual([30])
    expect(users.get(1)?.renderingIds).toEqual([1, 20, 30])
  })

  it('replaces all rights at once, also by everything', () => {
    const service = create()
    service.replaceRights({ customers: true })
    expect(service.snapshot.rights).toEqual(new Map([['customers', expect.anything()]]))
    service.replaceRights(true)
    expect(service.snapshot.rights).toBe(true)
  })

  it('refuses rights that were left out', () => {
    const service = create()
    service.setRights('orders', { browse: { roles: [1] } })
    expect(service.snapshot.rights).toEqual(
      new Map([
        [
          'orders',
          {
            browse: { roles: [1] },
            read: false,
            edit: false,
            actions: new Map(),
            add: false,
            delete: false,
            export: false,
          },
        ],
      ]),
    )
  })

  it('shows the collections of the uploaded schema in every rendering', async () => {
    const service = create()
    const schema = {
      collections: [{ name: 'customers' }],
    } as unknown as Parameters<typeof service.sendSchema>[0]
    expect(await service.sendSchema(schema, 'hash')).toBe('sent')
    expect(await service.sendSchema(schema, 'hash')).toBe('unchanged')
    for (const rendering of service.snapshot.renderings.values()) {
      expect([...rendering.collections.keys()]).toEqual(['customers', 'orders'])
    }
  })
})

describe('signing in', () => {
  const codeVerifier = 'a verifier that only one browser knows'
  const request = (renderingId: number) => ({
    renderingId,
    state: 'the state',
    nonce: 'the nonce',
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  })
  const codeFor = async (service: InProcessService, userId: number, renderingId: number) =>
    service.issueCode(userId, await service.authorizationUrl(request(renderingId)))
  const answer = (code: string, renderingId: number) => ({
    code,
    renderingId,
    nonce: 'the nonce',
    codeVerifier,
  })

  it('sends the browser to the sign-in page with what ties the code to it', async () => {
    const url = new URL(await create().authorizationUrl(request(20)))
    expect(url.origin + url.pathname).toBe('https://service.example.com/sign-in')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      scope: 'openid email profile',
      rendering_id: '20',
      state: 'the state',
      nonce: 'the nonce',
      code_challenge: request(20).codeChallenge,
      code_challenge_method: 'S256',
    })
  })

  it('gives the profile for a code, once', async () => {
    const service = create()
    const code = await codeFor(service, 1, 1)
    expect(await service.exchangeCode(answer(code, 1))).toMatchObject({
      id: 1,
      email: 'ada@example.com',
      team: 'Operations',
      role: 'Support',
      permissionLevel: 'user',
      tags: { country: 'FR' },
    })
    expect(await readRefusal(service.exchangeCode(answer(code, 1)))).toBe('401 invalid_grant')
  })

  it('refuses an unknown and an expired code', async () => {
    vi.useFakeTimers()
    const service = create()
    const code = await codeFor(service, 1, 1)
    vi.advanceTimersByTime(60_000)
    expect(await readRefusal(service.exchangeCode(answer(code, 1)))).toBe('401 invalid_grant')
    expect(await readRefusal(service.exchangeCode(answer('guess', 1)))).toBe('401 invalid_grant')
  })

  it.each([{ codeVerifier: 'another verifier' }, { nonce: 'another nonce' }])(
    'refuses a browser that brings %o',
    async difference => {
      const service = create()
      const code = await codeFor(service, 1, 1)
      const refusal = await readRefusal(service.exchangeCode({ ...answer(code, 1), ...difference }))
      expect(refusal).toBe('401 invalid_grant')
    },
  )

  it('refuses another rendering, a foreign team and a removed user', async () => {
    const service = create()
    const codes = [
      await codeFor(service, 1, 1),
      await codeFor(service, 2, 1),
      await codeFor(service, 1, 1),
    ]
    expect(await readRefusal(service.exchangeCode(answer(codes[0]!, 20)))).toBe('403 access_denied')
    expect(await readRefusal(service.exchangeCode(answer(codes[1]!, 1)))).toBe('403 access_denied')
    service.removeUser(1)
    expect(await readRefusal(service.exchangeCode(answer(codes[2]!, 1)))).toBe('403 access_denied')
  })
})

describe('codes of the panel', () => {
  const codeVerifier = 'a verifier of the panel that has more than 43 characters'
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

  it('open the rendering they were issued for, once', async () => {
    const service = create()
    expect(service.panel.origins).toEqual(['https://service.example.com'])
    const code = service.issuePanelCode(2, codeChallenge, 20)
    const exchange = () => service.panel.exchangeCode({ code, codeVerifier })
    expect(await exchange()).toMatchObject({
      user: { id: 2, email: 'bob@example.com', team: 'Sales', role: 'Support' },
      renderingId: 20,
    })
    expect(await readRefusal(exchange())).toBe('401 invalid_grant')
  })

  it('are refused with another verifier, to people outside the team, and as codes of agents', async () => {
    const service = create()
    const issue = (userId: number) => service.issuePanelCode(userId, codeChallenge)
    const exchange = (code: string, verifier = codeVerifier) =>
      readRefusal(service.panel.exchangeCode({ code, codeVerifier: verifier }))
    expect(await exchange(issue(1), 'x'.repeat(43))).toBe('401 invalid_grant')
    expect(await exchange(issue(2))).toBe('403 access_denied')
    const code = issue(1)
    const answer = { code, renderingId: 1, nonce: '', codeVerifier }
    expect(await readRefusal(service.exchangeCode(answer))).toBe('401 invalid_grant')
    expect(await exchange(code)).toBe('accepted')
  })
})

describe('the activity log', () => {
  const entry = (key: number) =>
    ({ key: String(key), type: 'read', action: 'index', userId: 1 }) as const

  it('keeps each entry once, and the last ten thousand', async () => {
    const service = create()
    await service.writeActivity([entry(0), entry(0)])
    expect(service.activity).toEqual([entry(0)])
    await service.writeActivity(Array.from({ length: 10_001 }, (_, key) => entry(key)))
    expect(service.activity).toHaveLength(10_000)
    expect(service.activity[0]).toEqual(entry(1))
  })
})
