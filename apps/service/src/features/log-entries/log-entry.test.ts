import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { canonicalJson } from '../../logs/canonical-json.js'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { writeActivityLogs } from '../activity-logs/write-activity-logs.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'

const COUNT = 250

onAnyStore('an entry with its proof', url => {
  let service: TestService
  let project: SeededProject
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(url)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    headers = await seed.session(project.admin.id)
    await service.deps.store.db.transaction().execute(async transaction => {
      await writeActivityLogs(
        transaction,
        { id: project.environment.id, projectId: project.id },
        Array.from({ length: COUNT }, (_, index) => ({
          type: 'write' as const,
          action: 'update' as const,
          label: `entry ${index + 1}`,
          correlationKey: `request ${index + 1}`,
          userId: project.admin.id,
        })),
      )
      await writeAdminLog(transaction, {
        projectId: project.id,
        actor: { initiator: 'service' },
        type: 'add',
        resource: 'role',
        newValue: { name: 'Support' },
      })
    })
  })

  const root = () => `/api/projects/${project.id}`
  const path = () => `${root()}/environments/${project.environment.id}/activity-logs`
  const get = (address: string) => ask(service.url, 'GET', address, { headers })
  const change = (seq: number, columns: ReturnType<typeof sql>) =>
    sql`update activity_logs set ${columns}
      where environment_id = ${project.environment.id} and seq = ${seq}`.execute(
      service.deps.store.db,
    )
  async function findTime(seq: number): Promise<string> {
    const { rows } = await sql<{ created_at: string }>`select created_at from activity_logs
      where environment_id = ${project.environment.id} and seq = ${seq}`.execute(
      service.deps.store.db,
    )
    return rows[0]?.created_at ?? ''
  }
  const show = async (seq: number) => (await get(`${path()}/entries/${await findTime(seq)}`)).body

  it('has all that somebody needs to compute the hash again', async () => {
    const { entry, proof } = await show(120)
    expect(entry).toMatchObject({ object: 'activityLog', label: 'entry 120' })
    expect(proof).toMatchObject({
      seq: 120,
      lastSeq: COUNT,
      content: { correlationKey: 'request 120' },
      verified: { firstSeq: 20, lastSeq: 220 },
      problems: [],
    })
    const hash = createHash('sha256')
      .update(Buffer.from(proof.previousHash, 'hex'))
      .update(canonicalJson(proof.content))
      .digest('hex')
    expect(proof.hash).toBe(hash)
    expect((await show(119)).proof.hash).toBe(proof.previousHash)
  })

  it('reaches the first and the last entry of a log', async () => {
    const first = (await show(1)).proof
    expect(first).toMatchObject({ previousHash: '', verified: { firstSeq: 1, lastSeq: 101 } })
    const last = (await show(COUNT)).proof
    expect(last).toMatchObject({ verified: { firstSeq: COUNT - 100, lastSeq: COUNT } })
    expect([first.problems, last.problems]).toEqual([[], []])
  })

  it('is there for the admin log too', async () => {
    const { body } = await get(`${root()}/admin-logs?limit=1`)
    const shown = await get(`${root()}/admin-logs/entries/${body.data[0].createdAt}`)
    expect(shown.body.entry).toEqual(body.data[0])
    expect(shown.body.proof).toMatchObject({ seq: 1, lastSeq: 1, previousHash: '', problems: [] })
  })

  it('names the one entry that was changed, and none of its neighbours', async () => {
    await change(100, sql`label = 'innocent'`)
    const { entry, proof } = await show(100)
    expect(entry.label).toBe('innocent')
    expect(proof.problems).toEqual([
      {
        seq: 100,
        createdAt: entry.createdAt,
        message: expect.stringMatching(/^Entry 100 of .* was changed/),
      },
    ])
    expect((await show(101)).proof.problems).toHaveLength(1)
    expect((await show(240)).proof.problems).toEqual([])
  })

  it('names the entry after one whose hash was replaced as well', async () => {
    await change(100, sql`hash = sha256(hash)`)
    const seqs = (await show(100)).proof.problems.map(({ seq }: { seq: number }) => seq)
    expect(seqs).toEqual([100, 101])
  })

  it('names a gap, and an end that was cut off', async () => {
    const remove = (condition: ReturnType<typeof sql>) =>
      sql`delete from activity_logs
        where environment_id = ${project.environment.id} and ${condition}`.execute(
        service.deps.store.db,
      )
    await remove(sql`seq in (50, 51)`)
    expect((await show(60)).proof.problems).toMatchObject([
      { seq: 52, message: 'Entries 50 to 51 were removed.' },
    ])
    await remove(sql`seq > 245`)
    expect((await show(245)).proof.problems).toMatchObject([
      { seq: 245, message: expect.stringContaining(`entry ${COUNT}`) },
    ])
  })

  it('is named by the job that verifies whole logs', async () => {
    await change(77, sql`user_id = user_id + 1`)
    const started = await ask(service.url, 'POST', `${root()}/jobs`, {
      headers,
      body: { kind: 'verify-logs' },
    })
    let job = started.body
    while (job.exitCode === null) {
      job = (await get(`${root()}/jobs/${job.id}?wait=30&status=${job.status}`)).body
    }
    const log = job.result.logs[0]
    expect([job.status, job.result.isIntact, log.problemEntry]).toEqual([
      'failed',
      false,
      { seq: 77, createdAt: await findTime(77) },
    ])
  })

  it.each([
    '2026-02-01T08:30:00.000001Z',
    '2026-02-01T08:30:00Z',
    '2026-02-30T08:30:00.000000Z',
    '9999-12-31T23:59:59.999999Z',
    'yesterday',
    'infinity',
  ])('does not exist at %s', async time => {
    const shown = await get(`${path()}/entries/${time}`)
    expect([shown.status, shown.body.code]).toEqual([404, 'not_found'])
  })
})
