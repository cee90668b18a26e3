import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { RunningService } from '../../../start-service.js'
import { ask } from '../../../testing/ask.js'
import { openEvents } from '../../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'
import { until } from '../../../testing/until.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('agents on two instances of the service', () => {
  let service: TestService
  let sibling: RunningService
  let project: SeededProject
  let admin: Record<string, string>
  let agent: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    sibling = await service.startSibling()
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    agent = { 'service-secret-key': project.environment.secret }
  })
  afterAll(async () => {
    await sibling?.stop()
    await service?.stop()
  })

  const change = (base: string, value: string) =>
    ask(
      base,
      'PUT',
      `/api/projects/${project.id}/environments/${project.environment.id}/teams/${project.team.id}/scopes/orders`,
      { headers: admin, body: { condition: { field: 'status', operator: 'equal', value } } },
    )
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'service events'
        and query ilike 'listen%'`.execute(service.deps.store.db)
    return rows.map(row => row.pid)
  }

  it('hear of a change made on the other one before the next heartbeat, with the same ids', async () => {
    const [here, there] = await Promise.all([
      openEvents(service.url, agent),
      openEvents(sibling.url, agent),
    ])
    await until(async () => (await listeners()).length === 2)
    expect(await here.next()).toEqual(await there.next())
    for (const [base, value] of [
      [service.url, 'paid'],
      [sibling.url, 'shipped'],
    ] as const) {
      await change(base, value)
      const [first, second] = await Promise.all([here.next(), there.next()])
      expect(first?.event).toBe('refresh-renderings')
      expect(second).toEqual(first)
    }
    here.close()
    there.close()
  })

  it('get the same documents with the same ETags', async () => {
    for (const path of ['environment', 'users', 'renderings']) {
      const [here, there] = await Promise.all(
        [service, sibling].map(({ url }) =>
          ask(url, 'GET', `/agent-api/permissions/${path}`, { headers: agent }),
        ),
      )
      expect(here?.body).toEqual(there?.body)
      expect(here?.headers.get('etag')).toBe(there?.headers.get('etag'))
    }
  })

  it('go on where they were on the other instance', async () => {
    const here = await openEvents(service.url, agent)
    const last = (await here.next())?.id ?? ''
    here.close()
    await change(service.url, 'returned')
    const there = await openEvents(sibling.url, { ...agent, 'last-event-id': last })
    expect(await there.next()).toMatchObject({ event: 'refresh-renderings' })
    there.close()
  })

  it('miss nothing while the connection that listens is cut again and again', async () => {
    const events = await openEvents(service.url, agent)
    await events.next()
    for (let round = 0; round < 5; round++) {
      const [before] = await listeners()
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'service events'`.execute(
        sibling.deps.store.db,
      )
      await change(sibling.url, `round ${round}`)
      expect(await events.next()).toMatchObject({ event: 'refresh-renderings' })
      await until(async () => {
        const now = await listeners()
        return now.length > 0 && !now.includes(before ?? 0)
      })
    }
    events.close()
  })
})
