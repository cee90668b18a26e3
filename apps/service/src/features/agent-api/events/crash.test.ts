import { startPostgres, type ThrowAwayServer } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../testing/ask.js'
import { openEvents } from '../../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'
import { until } from '../../../testing/until.js'

/** What is committed must be there after a crash, as in production. */
const server = await startPostgres({ synchronous_commit: 'on', full_page_writes: 'on' })

describe.skipIf(!server)('event streams when PostgreSQL is killed', () => {
  const postgres = server as ThrowAwayServer
  let service: TestService
  let project: SeededProject
  let admin: Record<string, string>
  let agent: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgres.url, { eventHeartbeat: 200 })
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    agent = { 'service-secret-key': project.environment.secret }
  })
  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
  })

  const users = () => ask(service.url, 'GET', '/agent-api/permissions/users', { headers: agent })

  it('stay open and beat meanwhile, tell everything anew after it, and then go on as before', async () => {
    const events = await openEvents(service.url, agent)
    const first = await events.next()
    const before = await users()

    await postgres.kill()
    await until(async () => (await users()).status === 503)
    expect((await events.next())?.event).toBe('heartbeat')
    expect((await events.next())?.event).toBe('heartbeat')

    await postgres.start()
    await until(async () => (await ask(service.url, 'GET', '/readyz')).status === 200)
    // The numbers of events do not survive a crash; a new epoch says so.
    const again = await Promise.all(Array.from({ length: 6 }, () => events.nextChange()))
    expect(again.map(event => event?.event)).toContain('refresh-roles')
    expect(new Set(again.map(event => event?.id.slice(0, 8))).has(first?.id.slice(0, 8))).toBe(
      false,
    )

    const after = await users()
    expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')])
    const body = { firstName: 'Ada' }
    expect((await ask(service.url, 'PATCH', '/api/me', { headers: admin, body })).status).toBe(200)
    expect((await events.nextChange())?.event).toBe('refresh-users')
    events.close()
  })
})
