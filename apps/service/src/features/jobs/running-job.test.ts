import { startFaultProxy } from '@service/test-support'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../store/open-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'
import type { JobDeps, JobKind } from './job-kind.js'
import { takeJob } from './job-queue.js'
import { createJobs } from './jobs.js'
import { RunningJob } from './running-job.js'

const INSTANCE = 'ours'
const OUR_FAULT = /^An internal error occurred\. The log of the service has the details/

describe('a job in its process', () => {
  let service: TestService
  let project: SeededProject
  let lines: string[]

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'), { maxJobs: 0 })
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await createSeed(service.deps.store).project()
    lines = []
  })

  const createKind = (run: JobKind['run']): JobKind => ({
    Parameters: z.strictObject({}),
    timeoutSeconds: 60,
    run,
  })
  const read = async (id: number) =>
    service.deps.store.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  /** Puts a job into the queue, takes it and runs it. */
  const begin = async (run: JobKind['run'], deps: Partial<JobDeps> = {}) => {
    const { store, config } = service.deps
    const kind = `kind of ${project.id}`
    await sql`insert into jobs (project_id, kind, parameters, timeout_seconds, deadline)
      values (${project.id}, ${kind}, '{}', 60, clock_timestamp() + interval '1 day')`.execute(
      store.db,
    )
    const job = await takeJob(store.db, { instance: INSTANCE, kinds: [kind] })
    if (!job) throw new Error('there is no job')
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    return {
      id: job.id,
      running: new RunningJob(job, createKind(run), {
        deps: { store, config, log, ...deps },
        instance: INSTANCE,
        heartbeat: 10,
        grace: 10,
      }),
    }
  }

  it('fails with exit code 1 when its work throws; what exactly is for the log', async () => {
    const { id, running } = await begin(async () => {
      throw new Error('password of the database')
    })
    await running.over
    expect(await read(id)).toMatchObject({
      status: 'failed',
      exit_code: 1,
      error: expect.stringMatching(OUR_FAULT),
    })
    expect(lines.join()).toContain('password of the database')
  })

  it.each([
    ['too large', { text: 'x'.repeat(300_000) }, /^Its result is larger than 262144 characters\.$/],
    ['no JSON', { number: 1n }, OUR_FAULT],
    ['nothing the store can keep', { text: 'a\u0000b' }, OUR_FAULT],
  ])('fails with exit code 1 when its result is %s', async (_, result, error) => {
    const { id, running } = await begin(async () => ({ result }))
    await running.over
    expect(await read(id)).toMatchObject({
      status: 'failed',
      exit_code: 1,
      result: null,
      error: expect.stringMatching(error),
    })
  })

  it('is ended even when its work does not stop', async () => {
    let finish = () => {}
    const { id, running } = await begin(
      () =>
        new Promise(resolve => {
          finish = () => resolve({ result: { isLate: true } })
        }),
    )
    running.cancel()
    await until(async () => (await read(id)).exit_code !== null)
    finish()
    await running.over
    expect(await read(id)).toMatchObject({ status: 'cancelled', exit_code: 130, result: null })
  })

  it('stops, and writes nothing, when another instance took it for dead', async () => {
    let isTold = false
    const { id, running } = await begin(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            isTold = true
            reject(signal.reason)
          }),
        ),
    )
    await sql`update jobs set status = 'failed', exit_code = 137,
      finished_at = clock_timestamp() where id = ${id}`.execute(service.deps.store.db)
    await running.over
    expect([isTold, (await read(id)).exit_code]).toEqual([true, 137])
  })

  it('shows signs of life, and how far it is', async () => {
    let finish = () => {}
    const { id, running } = await begin(
      ({ progress }) =>
        new Promise(resolve => {
          progress({ done: 3, total: 10, message: 'Counting.' })
          finish = () => resolve({ result: {} })
        }),
    )
    const { heartbeat_at: first } = await read(id)
    await until(async () => ((await read(id)).heartbeat_at ?? '') > (first ?? ''))
    expect((await read(id)).progress).toEqual({ done: 3, total: 10, message: 'Counting.' })
    finish()
    await running.over
  })

  it('costs one statement per look and no connection while there is none', async () => {
    const { store, config, log } = service.deps
    await sql`delete from jobs`.execute(store.db)
    const asked: string[] = []
    const db = store.db.withPlugin({
      transformQuery({ node }) {
        asked.push('sqlFragments' in node ? node.sqlFragments.join('?').trim() : node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const listen = () => {
      throw new Error('nobody needs to listen')
    }
    const jobs = createJobs({
      store: { ...store, db, listen },
      config,
      log,
      kinds: {},
      limit: 1,
      times: { pollInterval: 5 },
    })
    jobs.start()
    await until(() => asked.length >= 3)
    await jobs.stop()
    expect([...new Set(asked)]).toEqual([
      "select 1 from jobs where status in ('queued', 'running') limit 1",
    ])
  })

  it.skipIf(!inject('postgresUrl'))(
    'has its end written when the database is back, if it is away just then',
    async () => {
      const url = new URL(service.config.databaseUrl ?? '')
      const proxy = await startFaultProxy(Number(url.port))
      url.port = String(proxy.port)
      const store = await openStore({ ...service.config, databaseUrl: url.href })
      const { id, running } = await begin(
        async () => {
          proxy.refuse(true)
          proxy.cut()
          return { result: { isDone: true } }
        },
        { store },
      )
      await until(() =>
        lines.some(line => line.includes('cannot store the outcome of a job; retrying')),
      )
      expect((await read(id)).status).toBe('running')
      proxy.refuse(false)
      await running.over
      expect(await read(id)).toMatchObject({ exit_code: 0, result: { isDone: true } })
      await store.close()
      await proxy.close()
    },
  )
})
