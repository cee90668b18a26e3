import { freePort, isLongRun, startRedis } from '@service/test-support'
import { pino } from 'pino'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Config, readConfig } from '../config.js'
import { isStoreGone } from '../store/is-store-gone.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { openRateLimits } from './open-rate-limits.js'

const postgresUrl = inject('postgresUrl')
const redis = await startRedis()
if (!redis && process.env.REQUIRE_ALL)
  throw new Error('REQUIRE_ALL is set and Redis was not found.')
afterAll(() => redis?.stop())

const LIMIT = 20
const nowhere = `redis://127.0.0.1:${await freePort()}`
const buildPath = (project: SeededProject, environment = 'Production') =>
  `/v1/project/${encodeURIComponent(project.name)}/environment/${environment}/notes`

async function prepare(service: TestService) {
  const seed = createSeed(service.deps.store)
  const project = await seed.project()
  const headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  return { seed, project, headers }
}

const shared: readonly [string, boolean, () => Partial<Config>][] = [
  ['PostgreSQL', !postgresUrl, () => ({})],
  ['Redis', !postgresUrl || !redis, () => ({ redisUrl: redis?.url })],
  ['PostgreSQL, without Redis', !postgresUrl, () => ({ redisUrl: nowhere })],
]

// In the short run PostgreSQL counts in place of Redis only; a test below proves that it counts without its address.
for (const [name, isMissing, settings] of isLongRun ? shared : shared.slice(1)) {
  describe.skipIf(isMissing)(`request counters in ${name}`, () => {
    it('accept exactly the limit, over two instances together', async () => {
      const service = await startTestService(postgresUrl, { rateLimit: LIMIT, ...settings() })
      const sibling = await service.startSibling()
      const { project, headers } = await prepare(service)
      const answers = await Promise.all(
        Array.from({ length: 2 * LIMIT }, (_, index) =>
          ask(index % 2 ? service.url : sibling.url, 'GET', buildPath(project), { headers }),
        ),
      )
      const accepted = answers.filter(answer => answer.status === 200)
      const refused = answers.filter(answer => answer.status === 429)
      expect([accepted.length, refused.length]).toEqual([LIMIT, LIMIT])
      const remaining = accepted.map(answer => Number(answer.headers.get('x-ratelimit-remaining')))
      expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: LIMIT }, (_, i) => i))
      for (const { headers, body } of refused) {
        expect(body.code).toBe('rate_limited')
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      }
      await sibling.stop()
      await service.stop()
    })

    it('count, look and forget by any text', async () => {
      const service = await startTestService(postgresUrl, settings())
      const { limits } = service.deps
      for (const key of ['ada@example.com', 'x'.repeat(400), 'a\u0000b']) {
        expect(await limits.peek('signInAccount', key)).toMatchObject({ remaining: 10 })
        for (let tries = 1; tries <= 10; tries++) {
          expect(await limits.hit('signInAccount', key)).toMatchObject({ isAllowed: true })
        }
        expect(await limits.peek('signInAccount', key)).toMatchObject({ isAllowed: false })
        expect(await limits.hit('signInAccount', key)).toMatchObject({ isAllowed: false })
        await limits.reset('signInAccount', key)
        expect(await limits.hit('signInAccount', key)).toMatchObject({ remaining: 9 })
      }
      await service.stop()
    })
  })
}

describe.skipIf(!redis)('request counters while Redis is away', () => {
  it('go on beside it, say so once, and return to Redis', async () => {
    if (!redis) return
    const lines: { msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
    const config = { ...readConfig({}), redisUrl: redis.url, rateLimit: 3 }
    const limits = await openRateLimits(config, log)
    expect(await limits.hit('apiToken', 'a')).toMatchObject({ isAllowed: true, remaining: 2 })
    await redis.kill()
    const results = []
    for (let tries = 0; tries < 5; tries++) results.push(await limits.hit('apiToken', 'a'))
    expect(results.map(toResult => toResult.isAllowed)).toEqual([true, true, true, false, false])
    expect(await limits.peek('apiToken', 'a')).toMatchObject({ isAllowed: false })
    await limits.reset('apiToken', 'a')
    await expect
      .poll(() => lines.map(line => line.msg))
      .toEqual([expect.stringMatching(/Cannot reach Redis/)])
    await redis.start()
    await expect
      .poll(() => lines.map(line => line.msg), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/Cannot reach Redis/), expect.stringMatching(/is back/)])
    const other = await openRateLimits(config, log)
    expect(await limits.hit('apiToken', 'b')).toMatchObject({ remaining: 2 })
    expect(await other.hit('apiToken', 'b')).toMatchObject({ remaining: 1 })
    await limits.close()
    await other.close()
  })

  it('begin without it', async () => {
    const limits = await openRateLimits(
      { ...readConfig({}), redisUrl: nowhere, rateLimit: 1 },
      pino({ level: 'silent' }),
    )
    expect(await limits.hit('apiToken', 'a')).toMatchObject({ isAllowed: true })
    expect(await limits.hit('apiToken', 'a')).toMatchObject({ isAllowed: false })
    await limits.close()
  })
})

describe('request counters', () => {
  it('fail as the store does when PostgreSQL is away', async () => {
    const databaseUrl = `postgres://test@127.0.0.1:${await freePort()}/none`
    const limits = await openRateLimits(
      { ...readConfig({}), databaseUrl },
      pino({ level: 'silent' }),
    )
    const error = await limits.hit('apiToken', 'a').catch((thrown: unknown) => thrown)
    expect(isStoreGone(error)).toBe(true)
    await limits.close()
  })

  it('tell the budget in every answer after the token is known', async () => {
    const service = await startTestService(postgresUrl, { rateLimit: 5 })
    const { seed, project, headers } = await prepare(service)
    const other = await seed.project()
    const before = Math.floor(Date.now() / 1000)
    const answers = []
    for (const path of [
      buildPath(project),
      `${buildPath(project)}?limit=0`,
      buildPath(other),
      buildPath(project, 'None'),
      buildPath(project),
      buildPath(project),
    ]) {
      answers.push(await ask(service.url, 'GET', path, { headers }))
    }
    expect(answers.map(answer => answer.status)).toEqual([200, 400, 403, 404, 200, 429])
    for (const [index, { headers: given }] of answers.entries()) {
      const remaining = Math.max(0, 4 - index)
      const reset = Number(given.get('x-ratelimit-reset'))
      expect(given.get('x-ratelimit-limit')).toBe('5')
      expect(given.get('x-ratelimit-remaining')).toBe(String(remaining))
      expect(reset).toBeGreaterThanOrEqual(before)
      expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60)
      expect(given.get('ratelimit-policy')).toBe('"default";q=5;w=60')
      expect(given.get('ratelimit')).toMatch(new RegExp(`^"default";r=${remaining};t=\\d+$`))
      expect(given.has('retry-after')).toBe(index === 5)
    }
    const nobody = await ask(service.url, 'GET', buildPath(project))
    expect([nobody.status, nobody.headers.has('x-ratelimit-limit')]).toEqual([401, false])
    await service.stop()
  })
})
