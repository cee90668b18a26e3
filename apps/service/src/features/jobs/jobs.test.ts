import type { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { onEachStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import { jobKinds } from './job-kinds.js'

/** Starts jobs and looks at them as a client does. */
function createClient(service: TestService, project: SeededProject, headers: object) {
  const base = `/api/projects/${project.id}/jobs`
  const send = (method: string, path: string, body?: unknown, more: object = {}) =>
    ask(service.url, method, path, { headers: { ...headers, ...more }, body })
  return {
    start: (body: object, more = {}) => send('POST', base, body, more),
    list: (query = '') => send('GET', `${base}${query}`),
    show: (id: number, query = '') => send('GET', `${base}/${id}${query}`),
    cancel: (id: number) => send('DELETE', `${base}/${id}`),
    /** Asks at its address until it has ended. */
    async ended(started: Answer): Promise<Answer> {
      const location = started.headers.get('location') ?? ''
      for (;;) {
        const answer = await send('GET', `${location}?wait=30`)
        if (answer.body.exitCode !== null) return answer
      }
    },
  }
}

onEachStore('jobs', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    client = createClient(service, project, await seed.session(project.admin.id))
    await write(25)
  })

  const write = (count: number) =>
    service.deps.store.db.transaction().execute(transaction =>
      writeActivityLogs(
        transaction,
        { id: project.environment.id, projectId: project.id },
        Array.from({ length: count }, (_, index) => ({
          type: 'write' as const,
          action: 'update' as const,
          label: `entry ${index}`,
          userId: project.admin.id,
          at: `2024-05-06T07:08:${String(index).padStart(2, '0')}.000000Z`,
        })),
      ),
    )

  it.each(Object.keys(jobKinds))(
    'every kind, %s too, is a resource that can be polled, with a time limit and an exit code',
    async kind => {
      const started = await client.start({ kind, timeoutSeconds: 60 })
      expect(started.status).toBe(202)
      const { id, createdAt, deadline } = started.body
      expect(started.headers.get('location')).toBe(`/api/projects/${project.id}/jobs/${id}`)
      expect(started.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(started.body).toMatchObject({
        kind,
        timeoutSeconds: 60,
        createdBy: { id: project.admin.id },
      })
      expect(Date.parse(deadline)).toBeGreaterThan(Date.parse(createdAt))

      const { status, headers, body } = await client.ended(started)
      expect([status, headers.get('retry-after')]).toEqual([200, null])
      expect(body).toMatchObject({ id, status: 'succeeded', exitCode: 0, error: null })
      expect(body.result).not.toBeNull()
      const limit = Date.parse(body.deadline) - Date.parse(body.startedAt)
      expect(Math.round(limit / 1_000)).toBe(60)
      expect(body.finishedAt > body.startedAt).toBe(true)
    },
  )

  it.each(Object.entries(jobKinds))('%s has a time limit of its own', async (kind, entry) => {
    expect(entry.timeoutSeconds).toBeGreaterThan(0)
    const { body } = await client.start({ kind })
    expect(body.timeoutSeconds).toBe(entry.timeoutSeconds)
  })
})
