import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  vi,
} from 'vitest'
import type { RunningService } from '../../start-service.js'
import { createJobsClient, type JobsClient } from '../../testing/jobs-client.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startServiceProcess } from '../../testing/service-process.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'
import type { JobOutcome, JobRun } from './job-kind.js'
import { jobKinds } from './job-kinds.js'

interface ObservedRun extends JobRun {
  finish(outcome: JobOutcome): void
}

const HELD = 'verify-logs'
const HELD_TOO = 'apply-retention'

/** Every run of these two kinds, in the order they began. */
const runs: ObservedRun[] = []

/** In place of their work, they run until the test says that they are done, or until they are told to stop. */
beforeAll(() => {
  for (const kind of [HELD, HELD_TOO] as const) {
    vi.spyOn(jobKinds[kind], 'run').mockImplementation(
      run =>
        new Promise((finish, reject) => {
          run.signal.addEventListener('abort', () => reject(run.signal.reason))
          runs.push({ ...run, finish })
        }),
    )
  }
})
afterAll(() => vi.restoreAllMocks())

const DONE = { result: { isDone: true } }
/** Shorter than the waits in these tests: who is not told at the change is too late. */
const LONG_WAIT = 20_000

afterEach(() => {
  for (const run of runs.splice(0)) run.finish(DONE)
})

/** Resolves when a request waits for news of a job. */
async function isWaiting({ deps }: TestService): Promise<void> {
  const waits = vi.spyOn(deps.jobs, 'nextNotification')
  await until(() => waits.mock.calls.length > 0)
  waits.mockRestore()
}

onEachStoreInLongRuns('a running job', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let client: JobsClient

  beforeAll(async () => {
    service = await startTestService(postgresUrl, { maxJobs: 2 })
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    client = createJobsClient(service.url, project, await seed.session(project.admin.id))
  })
  const begin = async (body: object = { kind: HELD }) => {
    const started = await client.start(body)
    await client.hasStatus(started.body.id, 'running')
    const run = runs.find(one => one.jobId === started.body.id)
    if (!run) throw new Error('it does not run')
    return { id: started.body.id as number, run }
  }
  const rows = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await statement.execute(service.deps.store.db)).rows

  it('that does not end in time is told to stop, and ends with exit code 124', async () => {
    const { id, run } = await begin({ kind: HELD, timeoutSeconds: 1 })
    const job = await client.hasEnded(id)
    expect(run.signal.aborted).toBe(true)
    expect(job).toMatchObject({
      status: 'timed_out',
      exitCode: 124,
      error: 'It did not end within 1 seconds.',
      result: null,
    })
    expect(job.finishedAt >= job.deadline).toBe(true)
  })

  it('that is cancelled is told to stop, and ends with exit code 130', async () => {
    const { id, run } = await begin()
    const asked = await client.cancel(id)
    expect([asked.status, asked.body.cancelRequestedAt]).toEqual([200, expect.any(String)])
    expect(await client.hasEnded(id)).toMatchObject({ status: 'cancelled', exitCode: 130 })
    expect(run.signal.aborted).toBe(true)
    expect((await client.cancel(id)).status).toBe(200)
    const value = (status: string) => ({ object: 'job', id, kind: HELD, status })
    expect((await listAdminLogs(service.deps.store, project.id)).slice(1)).toEqual([
      {
        type: 'update',
        resource: 'job',
        by: project.admin.id,
        previous: value('running'),
        next: value('cancelled'),
      },
    ])
  })

  it('that was done before it heard of the cancellation has succeeded', async () => {
    const { id, run } = await begin()
    run.finish(DONE)
    expect(await client.hasEnded(id)).toMatchObject({ exitCode: 0, result: { isDone: true } })
    const late = await client.cancel(id)
    expect([late.status, late.body]).toEqual([
      409,
      { code: 'job_ended', message: 'The job has ended: it is succeeded.' },
    ])
  })

  it('keeps others of its kind waiting; those can be cancelled before they begin', async () => {
    const { id, run } = await begin()
    const [second, third] = [await client.start({ kind: HELD }), await client.start({ kind: HELD })]
    const other = await begin({ kind: HELD_TOO })
    expect((await client.show(second.body.id)).body.status).toBe('queued')
    const cancelled = await client.cancel(second.body.id)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', exitCode: 130, startedAt: null })
    expect((await client.show(third.body.id)).body.status).toBe('queued')
    run.finish(DONE)
    await client.hasEnded(id)
    await client.hasStatus(third.body.id, 'running')
    expect(runs.map(one => one.jobId)).toEqual([id, other.id, third.body.id])
  })

  it('and those that wait are ten at most per project', async () => {
    const jobs: number[] = []
    for (let index = 0; index < 10; index++) jobs.push((await client.start({ kind: HELD })).body.id)
    const refused = await client.start({ kind: HELD_TOO })
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        code: 'too_many_jobs',
        message: '10 jobs of this project have not ended yet. Wait for one, or cancel one.',
      },
    ])
    for (const id of jobs.reverse()) await client.cancel(id)
    expect((await client.start({ kind: HELD_TOO })).status).toBe(202)
  })

  it(
    'answers those who wait for it as soon as it ends',
    async () => {
      const { id, run } = await begin()
      let answer: unknown
      const waiting = client.show(id, '?wait=30').then(({ body }) => {
        answer = body
      })
      await isWaiting(service)
      expect(answer).toBeUndefined()
      run.finish(DONE)
      await waiting
      expect(answer).toMatchObject({ status: 'succeeded', exitCode: 0 })
    },
    LONG_WAIT,
  )

  it('is given up when its process died, and never left running', async () => {
    const [row] = await rows(sql<{ id: number }>`
      insert into jobs (project_id, kind, parameters, timeout_seconds, status, deadline, instance,
        started_at, heartbeat_at)
      values (${project.id}, ${HELD}, '{}', 60, 'running', clock_timestamp() + interval '1 minute',
        'gone', clock_timestamp() - interval '2 minutes', clock_timestamp() - interval '61 seconds')
      returning id`)
    const next = await begin()
    expect((await client.show(row?.id ?? 0)).body).toMatchObject({
      status: 'failed',
      exitCode: 137,
      error:
        'The process that ran it died, or lost the connection to the database. You can start it again.',
    })
    next.run.finish(DONE)
    await client.hasEnded(next.id)
  })

  it('is given up when nobody began it within a day', async () => {
    const { run, id } = await begin()
    const waiting = (await client.start({ kind: HELD })).body.id
    await rows(sql`update jobs set deadline = clock_timestamp() where id = ${waiting}`)
    run.finish(DONE)
    await client.hasEnded(id)
    expect(await client.hasEnded(waiting)).toMatchObject({
      status: 'timed_out',
      exitCode: 124,
      error: 'No instance of the service started it within 24 hours.',
    })
  })
})

onEachStoreInLongRuns('the jobs of a service that stops', postgresUrl => {
  it('go back into the queue, and begin anew when it is started again', async () => {
    const service = await startTestService(postgresUrl)
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const session = await seed.session(project.admin.id)
    const client = createJobsClient(service.url, project, session)
    const { id } = (await client.start({ kind: HELD })).body
    await client.hasStatus(id, 'running')
    const waiting = client.show(id, '?wait=30')
    await isWaiting(service)
    await service.pause()
    expect((await waiting).body.exitCode).toBeNull()

    const again = await service.startSibling()
    const later = createJobsClient(again.url, project, session)
    await later.hasStatus(id, 'running')
    expect(runs.map(run => run.jobId)).toEqual([id, id])
    expect(runs[0]?.signal.aborted).toBe(true)
    runs[1]?.finish(DONE)
    expect(await later.hasEnded(id)).toMatchObject({ status: 'succeeded', exitCode: 0 })
    await again.stop()
    await service.stop()
  })
})

const serverUrl = inject('postgresUrl')

describe.skipIf(!serverUrl)('jobs on two instances', () => {
  let service: TestService
  let sibling: RunningService

  beforeAll(async () => {
    service = await startTestService(serverUrl, { maxJobs: 4 })
    sibling = await service.startSibling()
  })
  afterAll(async () => {
    await sibling?.stop()
    await service?.stop()
  })

  const createClients = async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const session = await seed.session(project.admin.id)
    return [service, sibling].map(({ url }) => createJobsClient(url, project, session)) as [
      JobsClient,
      JobsClient,
    ]
  }

  it('are run once, by one of them, and one of a kind at a time', async () => {
    const projects = await Promise.all(Array.from({ length: 4 }, createClients))
    const started = await Promise.all(
      projects.flatMap(clients =>
        Array.from({ length: 4 }, (_, index) => {
          const client = clients[index % 2] as JobsClient
          return client.start({ kind: HELD }).then(({ body }) => body.id as number)
        }),
      ),
    )
    const begun: number[] = []
    const seen = new Map<number, number>()
    while (begun.length < started.length) {
      await until(() => runs.length > 0)
      for (const run of runs.splice(0)) {
        const before = seen.get(run.projectId) ?? 0
        seen.set(run.projectId, before + 1)
        begun.push(run.jobId)
        await sleep(5)
        expect(runs.some(one => one.projectId === run.projectId)).toBe(false)
        run.finish(DONE)
      }
    }
    expect(begun.sort((a, b) => a - b)).toEqual(started.sort((a, b) => a - b))
    expect([...seen.values()]).toEqual([4, 4, 4, 4])
    expect(runs).toEqual([])
  })

  it(
    'are followed and cancelled on either',
    async () => {
      const [here, there] = await createClients()
      const { id } = (await here.start({ kind: HELD })).body
      await there.hasStatus(id, 'running')
      const waiting = [here.show(id, '?wait=30'), there.show(id, '?wait=30')]
      await there.cancel(id)
      for (const { body } of await Promise.all(waiting)) {
        expect(body).toMatchObject({ status: 'cancelled', exitCode: 130 })
      }
    },
    LONG_WAIT,
  )

  it('end with exit code 137 when the process that ran them is killed', async () => {
    const busy = await startTestService(serverUrl, { maxJobs: 0 })
    const { config, deps } = busy
    const seed = createSeed(deps.store)
    const project = await seed.project()
    const session = await seed.session(project.admin.id)
    const client = createJobsClient(busy.url, project, session)
    const victim = await startServiceProcess({
      SERVICE_DATABASE_URL: config.databaseUrl ?? '',
      SERVICE_SECRET: config.secret ?? '',
      SERVICE_DATA_DIR: config.dataDir,
    })
    const id = await deps.store.db.transaction().execute(async transaction => {
      // Nobody can read these logs now, so the job cannot end.
      await sql`lock table activity_logs in access exclusive mode`.execute(transaction)
      const started = await createJobsClient(victim.url, project, session).start({
        kind: 'verify-logs',
      })
      await client.hasStatus(started.body.id, 'running')
      await victim.kill()
      return started.body.id
    })
    expect((await client.show(id)).body.status).toBe('running')
    await sql`update jobs set heartbeat_at = heartbeat_at - interval '1 minute'`.execute(
      deps.store.db,
    )
    deps.jobs.wake()
    expect(await client.hasEnded(id)).toMatchObject({ status: 'failed', exitCode: 137 })
    await busy.stop()
  })
})
