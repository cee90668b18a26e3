import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { RunningService } from '../../start-service.js'
import { ask } from '../../testing/ask.js'
import { type EventReader, openEvents } from '../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('people on two instances of the service', () => {
  let service: TestService
  let sibling: RunningService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    sibling = await service.startSibling()
    seed = createSeed(service.deps.store)
    project = await seed.project()
    headers = await seed.session(project.admin.id)
  })
  afterAll(async () => {
    await sibling?.stop()
    await service?.stop()
  })

  const connect = (base: string) => openEvents(base, headers, '/api/events')
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'service events'
        and query ilike 'listen%service_people%'`.execute(service.deps.store.db)
    return rows.map(row => row.pid)
  }
  const writeNote = (base: string) =>
    ask(base, 'POST', `/api/projects/${project.id}/environments/${project.environment.id}/notes`, {
      headers,
      body: { title: 'A', recordId: '1', collectionName: 'orders', content: 'B' },
    })
  /** Waits for an event of a kind. */
  const wait = async (events: EventReader, kind: string) => {
    for (let event = await events.next(); event; event = await events.next()) {
      if (event.event === kind) return event.data
    }
    return undefined
  }

  it('are told of a change made on either, over one listening connection each', async () => {
    const streams = await Promise.all(
      [service.url, service.url, service.url, sibling.url, sibling.url].map(connect),
    )
    await until(async () => (await listeners()).length === 2)
    for (const base of [service.url, sibling.url]) {
      const { body } = await writeNote(base)
      const received = await Promise.all(streams.map(events => wait(events, 'notes')))
      expect(received).toEqual(streams.map(() => expect.objectContaining({ noteId: body.id })))
    }
    expect(await listeners()).toHaveLength(2)
    for (const events of streams) events.close()
  })

  it('are told to refresh when the connection that listens was cut', async () => {
    const events = await connect(service.url)
    await until(async () => (await listeners()).length === 2)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'service events'`.execute(
      sibling.deps.store.db,
    )
    expect(await wait(events, 'refresh')).toEqual({})
    await writeNote(sibling.url)
    expect(await wait(events, 'notes')).toMatchObject({ projectId: project.id })
    events.close()
  })

  it('learn that a session was ended on the other one', async () => {
    const events = await connect(sibling.url)
    await ask(service.url, 'DELETE', '/api/session', { headers })
    expect(await wait(events, 'session-ended')).toEqual({})
    expect(await events.next()).toBeUndefined()
  })
})
