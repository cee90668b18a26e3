import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import type { RunningService } from '../../start-service.js'
import { ask } from '../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { openEvents } from '../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'

const nobody = {
  state: 'never',
  lastSeenAt: null,
  version: null,
  stack: null,
  collections: null,
  schemaAt: null,
}

onEachStoreInLongRuns("the state of an environment's agent", postgresUrl => {
  let service: TestService
  let project: SeededProject
  let person: Record<string, string>
  let agent: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    person = await seed.session((await seed.member(project, 'user')).id)
    agent = { 'service-secret-key': project.environment.secret }
  })
  afterAll(() => service?.stop())

  const list = () => `/api/projects/${project.id}/environments`
  const read = async (query = '') => {
    const path = `${list()}/${project.environment.id}${query}`
    const { status, body } = await ask(service.url, 'GET', path, { headers: person })
    expect([status, body.message]).toEqual([200, undefined])
    return body.agent
  }
  /** Begins a request that waits. Its response comes later, so it is wrapped: a promise of it would be awaited. */
  const startWaiting = async (query: string) => {
    const nextState = vi.spyOn(service.deps.events, 'nextState')
    const answer = read(`?wait=30${query}`)
    await until(() => nextState.mock.calls.length > 0)
    nextState.mockRestore()
    return { answer }
  }
  const upload = (hash: string) =>
    ask(service.url, 'POST', '/agent-api/schema', {
      headers: agent,
      body: {
        meta: {
          liana: 'service-nodejs-agent',
          liana_version: '1.2.3',
          schemaFileHash: hash.repeat(40),
          stack: { engine: 'nodejs', engine_version: '22.1.0' },
        },
        data: ['orders', 'customers'].map(name => ({
          type: 'collections',
          id: name,
          attributes: { name, fields: [] },
        })),
      },
    })

  it('is never, connected while a stream is open, then away; whoever waits is told at once', async () => {
    expect(await read()).toEqual(nobody)
    const waiting = await startWaiting('')
    const events = await openEvents(service.url, agent)
    const connected = await waiting.answer
    expect(connected).toEqual({
      ...nobody,
      state: 'connected',
      lastSeenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect((await read('?wait=30&state=never')).state).toBe('connected')

    const described = await startWaiting('&state=connected')
    expect((await upload('a')).status).toBe(204)
    expect(await described.answer).toMatchObject({
      state: 'connected',
      version: '1.2.3',
      stack: { engine: 'nodejs', engineVersion: '22.1.0' },
      collections: 2,
      schemaAt: expect.any(String),
    })
    const { body } = await ask(service.url, 'GET', list(), { headers: person })
    expect(body.data).toMatchObject([{ agent: { state: 'connected', collections: 2 } }])

    const leaving = read('?wait=30&state=connected')
    events.close()
    const away = await leaving
    expect(away).toMatchObject({ state: 'away', version: '1.2.3' })
    expect(Date.parse(away.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(connected.lastSeenAt))
  })

  it('stays connected until the last of several streams has ended', async () => {
    const streams = await Promise.all([1, 2].map(() => openEvents(service.url, agent)))
    await expect.poll(async () => (await read()).state).toBe('connected')
    streams[0]?.close()
    await expect.poll(() => service.deps.events.size).toBe(1)
    expect((await read('?wait=1')).state).toBe('connected')
    streams[1]?.close()
    expect((await read('?wait=30&state=connected')).state).toBe('away')
  })

  it('is not believed of an instance that no longer says so', async () => {
    const events = await openEvents(service.url, agent)
    expect((await read('?wait=30&state=away')).state).toBe('connected')
    await service.deps.store.db
      .updateTable('agent_streams')
      .set({ connected_until: '2026-01-01T00:00:00.000000Z' })
      .execute()
    expect((await read()).state).toBe('away')
    events.close()
  })

  it('refuses other waits and states, and tells nothing to people of other projects', async () => {
    const one = `${list()}/${project.environment.id}`
    for (const query of ['?wait=31', '?wait=x', '?state=here']) {
      const refused = await ask(service.url, 'GET', `${one}${query}`, { headers: person })
      expect([refused.status, refused.body.code], query).toEqual([400, 'invalid_parameter'])
    }
    const seed = createSeed(service.deps.store)
    const stranger = await seed.session((await seed.project()).admin.id)
    expect((await ask(service.url, 'GET', `${one}?wait=30`, { headers: stranger })).status).toBe(
      404,
    )
  })
})

const postgresUrl = inject('postgresUrl')

it.skipIf(!postgresUrl)('an agent on one instance is connected for every other one', async () => {
  const service = await startTestService(postgresUrl)
  const sibling: RunningService = await service.startSibling()
  const seed = createSeed(service.deps.store)
  const { id, environment, admin } = await seed.project()
  const headers = await seed.session(admin.id)
  const read = async (query: string) => {
    const path = `/api/projects/${id}/environments/${environment.id}${query}`
    return (await ask(service.url, 'GET', path, { headers })).body.agent.state
  }
  const waiting = read('?wait=30&state=never')
  await openEvents(sibling.url, { 'service-secret-key': environment.secret })
  expect(await waiting).toBe('connected')
  const leaving = read('?wait=30&state=connected')
  await sibling.stop()
  expect(await leaving).toBe('away')
  await service.stop()
})
