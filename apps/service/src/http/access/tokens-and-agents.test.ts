import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { Deps } from '../../deps.js'
import { hashSecret, makeToken, randomHex } from '../../secrets/token-format.js'
import { type AccessWorld, bearer, PAST, startAccessWorld } from '../../testing/access-world.js'
import type { SeededProject } from '../../testing/seed.js'
import { until } from '../../testing/until.js'
import type { Access } from '../route.js'
import { countRequest } from './count-request.js'
import { type TokenScope, tokenScopes } from './token-scopes.js'

const FUTURE = '2100-01-01T00:00:00.000000Z'

let world: AccessWorld
let project: SeededProject

beforeAll(async () => {
  world = await startAccessWorld(inject('postgresUrl'))
})
afterAll(() => world?.stop())
beforeEach(async () => {
  project = await world.seed.project()
})

const setRules = (is_enabled: boolean) =>
  world.db
    .insertInto('ip_rules')
    .values({
      environment_id: project.environment.id,
      is_enabled,
      rules: JSON.stringify([{ type: 0, ip: '192.0.2.7' }]),
    })
    .execute()

describe('a token of the public API', () => {
  const access = (scope: TokenScope): Access => ({ kind: 'token', scope })
  const reading = access('notes:read')
  const params = (environmentName = 'Production') => ({
    projectName: project.name,
    environmentName,
  })
  const make = (scopes?: readonly TokenScope[], userId = project.admin.id) =>
    world.seed.apiToken({ projectId: project.id, userId }, scopes)
  const change = (values: object) =>
    world.db.updateTable('api_tokens').set(values).where('project_id', '=', project.id).execute()

  it('tells its project, its environment and who made it', async () => {
    const headers = await make(['notes:read'])
    const { caller } = await world.enter(reading, { headers, params: params() })
    expect(caller).toEqual({
      token: { id: expect.any(Number), scopes: ['notes:read'], userId: project.admin.id },
      project: { id: project.id, name: project.name },
      environment: { id: project.environment.id, name: 'Production', kind: 'production' },
    })
    const ofProject = { projectName: project.name }
    const { caller: without } = await world.enter(reading, { headers, params: ofProject })
    expect(without.environment).toBeUndefined()
  })

  it('is needed, whole, and ours', async () => {
    const { authorization = '' } = await make()
    for (const headers of [
      {},
      { authorization: 'Bearer' },
      { authorization: `${authorization}x` },
      bearer(makeToken('svc').token),
      bearer(makeToken('svcp').token),
    ] as Record<string, string>[]) {
      expect(await world.outcome(reading, { headers, params: params() })).toBe('401 unauthorized')
    }
    await change({ token_hash: Buffer.alloc(32) })
    const asked = { headers: { authorization }, params: params() }
    expect(await world.outcome(reading, asked)).toBe('401 unauthorized')
  })

  it.each([
    [{ revoked_at: PAST }, 'Invalid or missing token'],
    [{ expires_at: PAST }, 'Token has expired'],
    [{ revoked_at: PAST, expires_at: PAST }, 'Invalid or missing token'],
    [{ expires_at: FUTURE }, undefined],
  ])('with %j: %s', async (values, message) => {
    const headers = await make()
    await change(values)
    const entering = world.enter(reading, { headers, params: params() })
    if (message) await expect(entering).rejects.toThrow(message)
    else expect((await entering).caller.project?.id).toBe(project.id)
  })

  it('that is mistyped counts as no guess, and one that is not ours does', async () => {
    const enter = (headers: Record<string, string>, address: string) =>
      world.outcome(reading, { headers, address, params: params() })
    const addresses = [1, 2].map(() => `2001:db8:${randomHex(4)}:${randomHex(4)}::1`)
    const [mistyping = '', guessing = ''] = addresses
    const right = await make()
    for (let tries = 0; tries < 101; tries++) {
      await enter(bearer('svc_mistyped'), mistyping)
      await enter(bearer(makeToken('svc').token), guessing)
    }
    const wrong = bearer(makeToken('svc').token)
    expect(await enter(wrong, mistyping)).toBe('401 unauthorized')
    expect(await enter(wrong, guessing)).toBe('429 rate_limited')
    expect(await enter(right, guessing)).toBe('in')
    const later = await make()
    expect(await enter(later, guessing)).toBe('429 rate_limited')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_001)
    try {
      expect(await enter(later, guessing)).toBe('in')
    } finally {
      clock.mockRestore()
    }
  })

  it('has the scopes it was made with', async () => {
    for (const scope of tokenScopes) {
      const headers = await make([scope])
      for (const needed of tokenScopes) {
        expect(await world.outcome(access(needed), { headers, params: params() })).toBe(
          scope === 'all' || scope === needed ? 'in' : '403 forbidden',
        )
      }
    }
  })

  it('is of one project, made by an admin who still is one', async () => {
    const headers = await make()
    const other = await world.seed.project()
    const elsewhere = { ...params(), projectName: other.name }
    expect(await world.outcome(reading, { headers, params: elsewhere })).toBe('403 forbidden')
    const developer = await world.seed.member(project, 'developer')
    const stranger = await world.seed.user()
    for (const { id } of [developer, stranger]) {
      const lesser = await make(['all'], id)
      expect(await world.outcome(reading, { headers: lesser, params: params() })).toBe(
        '403 forbidden',
      )
    }
    await world.db
      .updateTable('users')
      .set({ disabled_at: PAST })
      .where('id', '=', project.admin.id)
      .execute()
    expect(await world.outcome(reading, { headers, params: params() })).toBe('401 unauthorized')
  })

  it('ends with its project', async () => {
    const headers = await make()
    await world.db
      .updateTable('projects')
      .set({ deleted_at: PAST })
      .where('id', '=', project.id)
      .execute()
    expect(await world.outcome(reading, { headers, params: params() })).toBe('401 unauthorized')
  })

  it('finds the environments of its project, and those that were not deleted', async () => {
    const headers = await make()
    for (const name of ['Staging', '', 'a\0b', 'production']) {
      expect(await world.outcome(reading, { headers, params: params(name) })).toBe('404 not_found')
    }
    await world.db
      .updateTable('environments')
      .set({ deleted_at: PAST })
      .where('id', '=', project.environment.id)
      .execute()
    expect(await world.outcome(reading, { headers, params: params() })).toBe('404 not_found')
  })

  it('comes from the addresses of the environment, when there are rules', async () => {
    const headers = await make()
    await setRules(true)
    const from = (address: string, config = {}) =>
      world.outcome(reading, { headers, params: params(), address }, config)
    expect(await from('192.0.2.7')).toBe('in')
    expect(await from('192.0.2.8')).toBe('403 address_not_allowed')
    expect(await from('127.0.0.1')).toBe('403 address_not_allowed')
    expect(await from('127.0.0.1', { ipRulesAllowLoopback: true })).toBe('in')
  })

  it('comes from anywhere while the rules are off', async () => {
    const headers = await make()
    await setRules(false)
    expect(await world.outcome(reading, { headers, params: params() })).toBe('in')
  })

  it('is told its budget, also when it is spent', async () => {
    const headers = await make()
    const { headers: told } = await world.enter(reading, { headers, params: params() })
    const limit = world.deps.config.rateLimit
    expect(told).toEqual({
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(limit - 1),
      'X-RateLimit-Reset': expect.stringMatching(/^\d{10}$/),
      'RateLimit-Policy': `"default";q=${limit};w=60`,
      RateLimit: expect.stringMatching(new RegExp(`^"default";r=${limit - 1};t=(59|60)$`)),
    })
    const reset = Number(told['X-RateLimit-Reset']) - Date.now() / 1000
    expect(reset).toBeGreaterThan(0)
    expect(reset).toBeLessThanOrEqual(61)
  })

  it('is refused when its budget is spent, and told when to come back', async () => {
    const told = {}
    const spent = { isAllowed: false, limit: 3, remaining: 0, resetMs: 1500 }
    const limits = { hit: async () => spent } as unknown as Deps['limits']
    await expect(countRequest({ ...world.deps, limits }, '1', told)).rejects.toMatchObject({
      status: 429,
      retryAfter: 2,
    })
    expect(told).toMatchObject({ 'X-RateLimit-Remaining': '0', RateLimit: '"default";r=0;t=2' })
  })

  it('notes that it was used, at most once a minute', async () => {
    const headers = await make()
    const used = async () => {
      const query = world.db.selectFrom('api_tokens').select('last_used_at')
      const row = await query.where('project_id', '=', project.id).executeTakeFirstOrThrow()
      return row.last_used_at
    }
    await world.enter(reading, { headers, params: params() })
    await until(async () => (await used()) !== null)
    const first = await used()
    await world.enter(reading, { headers, params: params() })
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await used()).toBe(first)
    await change({ last_used_at: PAST })
    await world.enter(reading, { headers, params: params() })
    await until(async () => (await used()) !== PAST)
  })
})

describe('an agent', () => {
  const agent: Access = { kind: 'agent' }
  const withBearer: Access = { kind: 'agent', bearer: true }
  const secret = (text = project.environment.secret) => ({ 'service-secret-key': text })

  it('tells its environment by its secret, in either spelling of the header', async () => {
    const { secret: text } = project.environment
    for (const headers of [secret(), { 'forest-secret-key': text }]) {
      const { caller } = await world.enter(agent, { headers })
      expect(caller).toEqual({
        project: { id: project.id, name: project.name },
        environment: { id: project.environment.id, name: 'Production', kind: 'production' },
      })
    }
  })

  it('may send it as a bearer token where the route says so', async () => {
    const headers = bearer(project.environment.secret)
    expect(await world.outcome(agent, { headers })).toBe('401 unauthorized')
    expect(await world.outcome(withBearer, { headers })).toBe('in')
  })

  it('needs one that is ours', async () => {
    for (const headers of [{}, secret(randomHex(64)), secret('')] as Record<string, string>[]) {
      expect(await world.outcome(agent, { headers })).toBe('401 unauthorized')
    }
    await expect(world.enter(agent, {})).rejects.toThrow(
      "Send the environment's secret in 'service-secret-key'.",
    )
  })

  it.each([
    [PAST, '401 unauthorized'],
    [FUTURE, 'in'],
  ])('with a replaced secret that works until %s: %s', async (expires_at, expected) => {
    const former = randomHex(64)
    await world.db
      .insertInto('environment_secrets')
      .values({
        environment_id: project.environment.id,
        secret_hash: hashSecret(former),
        expires_at,
      })
      .execute()
    expect(await world.outcome(agent, { headers: secret(former) })).toBe(expected)
  })

  it.each(['environments', 'projects'] as const)('is told that its %s was deleted', async table => {
    const id = table === 'projects' ? project.id : project.environment.id
    await world.db.updateTable(table).set({ deleted_at: PAST }).where('id', '=', id).execute()
    expect(await world.outcome(agent, { headers: secret() })).toBe('401 environment_deleted')
  })

  it('comes from the addresses of the environment, when there are rules', async () => {
    await setRules(true)
    const from = (address: string) => world.outcome(agent, { headers: secret(), address })
    expect(await from('192.0.2.7')).toBe('in')
    expect(await from('192.0.2.8')).toBe('403 address_not_allowed')
  })

  it('of a developer works while they are one', async () => {
    const developer = await world.seed.member(project, 'developer')
    await world.db
      .updateTable('environments')
      .set({ kind: 'development', owner_id: developer.id })
      .where('id', '=', project.environment.id)
      .execute()
    const setLevel = (permission_level: 'admin' | 'editor' | 'developer') =>
      world.db
        .updateTable('members')
        .set({ permission_level })
        .where('user_id', '=', developer.id)
        .execute()
    const outcomes: string[] = []
    for (const level of ['developer', 'admin', 'editor', 'developer'] as const) {
      await setLevel(level)
      outcomes.push(await world.outcome(agent, { headers: secret() }))
    }
    expect(outcomes).toEqual(['in', 'in', '401 unauthorized', 'in'])
    await world.db
      .updateTable('users')
      .set({ disabled_at: PAST })
      .where('id', '=', developer.id)
      .execute()
    expect(await world.outcome(agent, { headers: secret() })).toBe('401 unauthorized')
  })
})
