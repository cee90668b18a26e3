import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { takeJob } from './job-queue.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('the queue of jobs', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(postgresUrl, { maxJobs: 0 })
  })
  afterAll(() => service?.stop())

  const order = async (kind: string, projectIds: readonly number[]) => {
    const { rows } = await sql<{ id: number }>`
      insert into jobs (project_id, kind, parameters, timeout_seconds, deadline)
      select id, ${kind}, '{}', 60, clock_timestamp() + interval '1 day'
      from unnest(${projectIds}::bigint[]) as id returning id`.execute(service.deps.store.db)
    return rows.map(row => row.id)
  }
  /** Takes jobs as ten instances do that look at the same moment, until there is none for any of them. */
  const takeAll = async (kinds: readonly string[]) => {
    const taken: number[] = []
    const takers = Array.from({ length: 10 }, async (_, index) => {
      for (;;) {
        const job = await takeJob(service.deps.store.db, { instance: `instance ${index}`, kinds })
        if (!job) return
        taken.push(job.id)
      }
    })
    await Promise.all(takers)
    return taken.sort((a, b) => a - b)
  }

  it('gives each job to one of those who ask at the same moment', async () => {
    const seed = createSeed(service.deps.store)
    const projects = await Promise.all(Array.from({ length: 40 }, () => seed.project()))
    const ids = await order(
      'one',
      projects.map(project => project.id),
    )
    expect(await takeAll(['one'])).toEqual(ids)
  })

  it('gives one job of a kind and project at a time, however many ask', async () => {
    const { id } = await createSeed(service.deps.store).project()
    const first = await order('two', Array(10).fill(id))
    const other = await order('three', Array(10).fill(id))
    const taken = await takeAll(['two', 'three'])
    // Of those who ask at the same moment, any may be the one that begins.
    expect(taken.filter(job => first.includes(job))).toHaveLength(1)
    expect(taken.filter(job => other.includes(job))).toHaveLength(1)
    expect(taken).toHaveLength(2)
  })

  it('gives no job of a kind that the instance does not know', async () => {
    const { id } = await createSeed(service.deps.store).project()
    await order('of a later version', [id])
    expect(await takeAll(['four'])).toEqual([])
  })
})
