import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { archiveFolder } from '../../logs/archive-files.js'
import { withMaintenanceLock } from '../../maintenance/maintenance-lock.js'
import { createJobsClient, type JobsClient } from '../../testing/jobs-client.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { until } from '../../testing/until.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import { jobKinds } from './job-kinds.js'

const ENTRIES = 25

onEachStoreInLongRuns('jobs', postgresUrl => {
  let service: TestService
  let project: SeededProject
  let client: JobsClient

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    client = createJobsClient(service.url, project, await seed.session(project.admin.id))
    await rm(archiveFolder(service.config), { recursive: true, force: true })
  })

  const run = async <T>(statement: ReturnType<typeof sql<T>>) =>
    (await statement.execute(service.deps.store.db)).rows
  const write = ({ id, environment, admin }: SeededProject = project) =>
    service.deps.store.db.transaction().execute(transaction =>
      writeActivityLogs(
        transaction,
        { id: environment.id, projectId: id },
        Array.from({ length: ENTRIES }, (_, index) => ({
          type: 'write' as const,
          action: 'update' as const,
          label: `entry ${index}`,
          userId: admin.id,
          at: `2024-05-06T07:08:${String(index).padStart(2, '0')}.000000Z`,
        })),
      ),
    )
  const keep = (days: number, { environment }: SeededProject = project) =>
    run(sql`insert into retention (owner_id, kind, days)
      values (${environment.id}, 'activity_logs', ${days})`)
  const live = async ({ environment }: SeededProject = project) =>
    (await run(sql`select seq from activity_logs where environment_id = ${environment.id}`)).length
  const change = (seq: number) =>
    run(sql`update activity_logs set label = 'another'
      where environment_id = ${project.environment.id} and seq = ${seq}`)

  it.each(Object.entries(jobKinds))(
    'every kind, %s too, can be polled until it ends, and has a time limit and an exit code',
    async (kind, { timeoutSeconds }) => {
      await write()
      const started = await client.start({ kind })
      expect(started.status).toBe(202)
      const { id, createdAt, deadline } = started.body
      expect(started.headers.get('location')).toBe(`/api/projects/${project.id}/jobs/${id}`)
      expect(started.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(timeoutSeconds).toBeGreaterThan(0)
      expect(started.body).toMatchObject({
        kind,
        timeoutSeconds,
        createdBy: { id: project.admin.id },
      })
      expect(deadline > createdAt).toBe(true)

      await client.hasEnded(id)
      const { status, headers, body } = await client.show(id)
      expect([status, headers.get('retry-after')]).toEqual([200, null])
      expect(body).toMatchObject({ id, status: 'succeeded', exitCode: 0, error: null })
      expect(body.result).not.toBeNull()
      const limit = Date.parse(body.deadline) - Date.parse(body.startedAt)
      expect(Math.round(limit / 1_000)).toBe(timeoutSeconds)
      expect(body.finishedAt >= body.startedAt).toBe(true)
    },
  )

  it('verify-logs follows every log of the project, and tells the anchor of each', async () => {
    await write()
    await run(sql`update environments set deleted_at = clock_timestamp()
      where id = ${project.environment.id}`)
    const { progress, result } = await client.run({ kind: 'verify-logs' })
    expect(progress).toEqual({ done: ENTRIES + 1, total: ENTRIES + 1, message: null })
    expect(result).toEqual({
      isIntact: true,
      logCount: 2,
      logs: [
        expect.objectContaining({
          kind: 'admin_logs',
          ownerId: project.id,
          environmentName: null,
          rows: 1,
          anchor: expect.stringMatching(new RegExp(`^admin_logs:${project.id}:1:[0-9a-f]{64}$`)),
        }),
        expect.objectContaining({
          kind: 'activity_logs',
          ownerId: project.environment.id,
          environmentName: 'Production',
          rows: ENTRIES,
          anchor: expect.stringMatching(
            new RegExp(`^activity_logs:${project.environment.id}:${ENTRIES}:[0-9a-f]{64}$`),
          ),
        }),
      ],
    })
  })

  it('verify-logs fails with exit code 1 on a broken log, and says which and where', async () => {
    await write()
    await change(12)
    const job = await client.run({ kind: 'verify-logs' })
    expect(job).toMatchObject({ status: 'failed', exitCode: 1, result: { isIntact: false } })
    expect(job.error).toMatch(
      /^1 of 2 logs were altered after they were written\. In the activity logs of the environment 'Production': Entry 12 of \S+ was changed/,
    )
    expect(job.result.logs[0]).toMatchObject({
      ownerId: project.environment.id,
      problem: expect.stringMatching(/^Entry 12 of/),
    })
  })

  it('verify-logs holds a log against the anchors that were kept, of this project alone', async () => {
    await write()
    const verify = (anchor: string) =>
      client.run({ kind: 'verify-logs', parameters: { expect: [anchor] } })
    const { result } = await client.run({ kind: 'verify-logs' })
    const { anchor } = result.logs[1]
    expect(await verify(anchor)).toMatchObject({ exitCode: 0 })
    const wrong = anchor.replace(/[0-9a-f]{64}$/, '0'.repeat(64))
    expect(await verify(wrong)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('differs from the anchor that was kept outside (entry 25)'),
    })
    const foreign = anchor.replace(/^activity_logs:\d+/, 'activity_logs:999999')
    expect(await verify(foreign)).toMatchObject({
      exitCode: 1,
      error: `This project has no log for '${foreign}'.`,
    })
  })

  it('apply-retention archives and removes what has expired, of this project alone', async () => {
    const other = await createSeed(service.deps.store).project()
    await write(other)
    await keep(1, other)
    await write()
    await keep(1)
    const { progress, result } = await client.run({ kind: 'apply-retention' })
    expect(progress).toMatchObject({ done: ENTRIES, total: ENTRIES })
    expect(result).toMatchObject({
      archivedRows: ENTRIES,
      removedRows: ENTRIES,
      logs: [{ environmentName: 'Production', days: 1, archivedRows: ENTRIES }],
    })
    expect([await live(), await live(other)]).toEqual([0, ENTRIES])
    const again = await client.run({ kind: 'apply-retention' })
    expect(again.result).toMatchObject({ archivedRows: 0, removedRows: 0 })
    const verified = await client.run({ kind: 'verify-logs', parameters: { archives: true } })
    expect(verified.result.logs[1]).toMatchObject({ archivedRows: ENTRIES, rows: 0 })

    await rm(archiveFolder(service.config), { recursive: true })
    const missing = await client.run({ kind: 'verify-logs', parameters: { archives: true } })
    expect(missing).toMatchObject({ exitCode: 1, error: expect.stringContaining('cannot be read') })
    expect(JSON.stringify(missing)).not.toContain(service.config.dataDir)
  })

  it('apply-retention leaves a log whole that was tampered with, and fails with exit code 1', async () => {
    await write()
    await keep(1)
    await change(4)
    const job = await client.run({ kind: 'apply-retention' })
    expect(job).toMatchObject({ status: 'failed', exitCode: 1, result: { removedRows: 0 } })
    expect(job.error).toMatch(
      /^1 of 1 logs were not archived\. In the activity logs of the environment 'Production': Entry 4 of/,
    )
    expect(await live()).toBe(ENTRIES)
  })

  it('apply-retention waits for maintenance, which does the same for all', async () => {
    await write()
    await keep(1)
    let end = () => {}
    const maintenance = withMaintenanceLock(
      service.deps.store,
      () =>
        new Promise(resolve => {
          end = resolve
        }),
    )
    const { body } = await client.start({ kind: 'apply-retention' })
    await client.hasStatus(body.id, 'running')
    await until(async () => (await client.show(body.id)).body.progress !== null)
    expect([(await client.show(body.id)).body.progress.message, await live()]).toEqual([
      'Waiting for running maintenance to end.',
      ENTRIES,
    ])
    end()
    await maintenance
    expect(await client.hasEnded(body.id)).toMatchObject({ result: { removedRows: ENTRIES } })
  })
})
