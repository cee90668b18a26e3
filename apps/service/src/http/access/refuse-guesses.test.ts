import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeToken } from '../../secrets/token-format.js'
import { ask } from '../../testing/ask.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe('guessing tokens', () => {
  let service: TestService
  let project: SeededProject
  let right: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'), { trustedProxies: ['127.0.0.1'] })
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    right = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  })
  afterAll(() => service?.stop())

  const use = (address: string, headers: Record<string, string>) =>
    ask(
      service.url,
      'GET',
      `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`,
      { headers: { ...headers, 'x-forwarded-for': address } },
    )
  const wrong = () => ({ authorization: `Bearer ${makeToken('svc').token}` })

  it('is refused with 429 after a hundred wrong tokens of one address, right tokens never', async () => {
    const guesses = []
    for (let tries = 0; tries < 103; tries++) guesses.push(await use('192.0.2.1', wrong()))
    expect(guesses.slice(0, 100).every(answer => answer.status === 401)).toBe(true)
    for (const answer of guesses.slice(100)) {
      expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await use('192.0.2.1', right)).status).toBe(200)
    expect((await use('192.0.2.2', wrong())).status).toBe(401)
  })

  it('is not what a mistyped or missing token is counted as', async () => {
    const mistyped = { authorization: 'Bearer svc_mistyped' }
    for (let tries = 0; tries < 101; tries++) {
      expect((await use('192.0.2.3', tries % 2 ? mistyped : {})).status).toBe(401)
    }
    expect((await use('192.0.2.3', wrong())).status).toBe(401)
  })
})
