import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { writeActivityLogs } from '../features/activity-logs/write-activity-logs.js'
import { writeAdminLog } from '../features/admin-logs/write-admin-log.js'
import type { Instant } from '../store/instant.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import type { Anchor } from './anchor.js'
import { archiveFolder } from './archive-files.js'
import { archiveNext } from './archive-logs.js'
import { deleteArchived } from './remove-archived.js'
import { verifyLogs } from './verify-logs.js'

const COUNT = 25
const postgresUrl = inject('postgresUrl')
/** The embedded database has one connection: nobody writes while it reads. */
const itMeanwhile = it.skipIf(!postgresUrl)

describe('verifyLogs', () => {
  let service: TestService
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await createSeed(service.deps.store).project()
    await write(COUNT, second => ({ at: `2024-05-06T07:08:${second}.000000Z` }))
  })

  const write = (count: number, moment = (_second: string): { at?: Instant } => ({})) =>
    service.deps.store.db.transaction().execute(async transaction => {
      const entries = Array.from({ length: count }, (_, index) => ({
        type: 'write' as const,
        action: 'update' as const,
        label: `entry ${index}`,
        recordIds: [String(index)],
        userId: project.admin.id,
        ...moment(String(index).padStart(2, '0')),
      }))
      await writeActivityLogs(
        transaction,
        { id: project.environment.id, projectId: project.id },
        entries,
      )
    })
  const run = (statement: ReturnType<typeof sql>) => statement.execute(service.deps.store.db)
  const verify = async (anchors: readonly Anchor[] = [], kind = 'activity_logs') => {
    const reports = await verifyLogs(service.deps.store.db, { anchors, pageSize: 10 })
    const ownerId = kind === 'admin_logs' ? project.id : project.environment.id
    const report = reports.find(one => one.kind === kind && one.ownerId === ownerId)
    if (!report) throw new Error('the log was not verified')
    return report
  }
  const own = () => sql`environment_id = ${project.environment.id}`

  it('follows a log over several pages up to its head', async () => {
    await write(3)
    expect(await verify()).toEqual({
      kind: 'activity_logs',
      ownerId: project.environment.id,
      rows: COUNT + 3,
      archivedRows: 0,
      firstSeq: 1,
      lastSeq: COUNT + 3,
      headHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('follows admin logs with nested, absent and null values', async () => {
    await service.deps.store.db.transaction().execute(async transaction => {
      for (const newValue of [{ name: 'a', gone: undefined, none: null, deep: [{ b: 1.5 }] }, {}]) {
        await writeAdminLog(transaction, {
          projectId: project.id,
          actor: { initiator: 'service' },
          type: 'add',
          resource: 'role',
          newValue,
        })
      }
    })
    expect(await verify([], 'admin_logs')).toMatchObject({ rows: 2, lastSeq: 2 })
    expect(await verify([], 'admin_logs')).not.toHaveProperty('problem')
    await run(sql`update admin_logs set new_value = new_value - 'none'
      where project_id = ${project.id} and seq = 1`)
    expect((await verify([], 'admin_logs')).problem).toMatch(/^Entry 1 of .* was changed\.$/)
  })

  it.each([
    ['type', sql`type = 'read'`],
    ['action', sql`action = 'delete'`],
    ['label', sql`label = null`],
    ['record ids', sql`record_ids = '{}'`],
    ['user', sql`user_id = user_id + 1`],
    ['user name', sql`username = 'somebody'`],
    ['user e-mail', sql`user_email = 'somebody@example.com'`],
    ['team', sql`team_name = 'Others'`],
    ['collection', sql`collection_name = 'books'`],
    ['inbox', sql`inbox_name = 'mine'`],
    ['workflow', sql`workflow = '{}'`],
    ['time of its own', sql`occurred_at = created_at - interval '1 second'`],
    ['hash', sql`hash = '\\x00'`],
    ['moment', sql`created_at = created_at + interval '1 microsecond'`],
  ])('names the entry whose %s was changed', async (_, change) => {
    await run(sql`update activity_logs set ${change} where ${own()} and seq = 12`)
    expect((await verify()).problem).toMatch(/^Entry 12 of \S+ was changed, or entry 11 before it/)
  })

  it('names an entry that was moved to another place', async () => {
    await run(sql`update activity_logs set created_at = created_at + interval '1 hour'
      where ${own()} and seq = 12`)
    expect((await verify()).problem).toMatch(/^Entry 12 was changed: its time is now \d{4}-/)
  })

  it.each([
    ['the first', 'seq = 1', 'Entry 1 was removed.'],
    ['some in the middle', 'seq between 7 and 9', 'Entries 7 to 9 were removed.'],
    ['the last', 'seq > 23', 'Entries 24 to 25 were removed from the end.'],
    ['all', 'seq > 0', 'Entries 1 to 25 were removed from the end.'],
  ])('names entries that were removed: %s', async (_, condition, problem) => {
    await run(sql`delete from activity_logs where ${own()} and ${sql.raw(condition)}`)
    expect((await verify()).problem).toBe(problem)
  })

  it.each([
    ['between others', 12, '1 microsecond', /^Entry 12 of \S+ was added or moved\.$/],
    ['at the end', 25, '1 hour', /^Entry 25 of \S+ was added or moved\.$/],
  ])('names an entry that was added %s', async (_, seq, later, problem) => {
    await run(sql`insert into activity_logs
      select environment_id, created_at + ${later}::interval, seq, type, action, label, record_ids,
        user_id, username, user_email, team_name, collection_name, inbox_name, workflow, hash,
        occurred_at
      from activity_logs where ${own()} and seq = ${seq}`)
    expect((await verify()).problem).toMatch(problem)
  })

  it('notices that the head was set back or removed', async () => {
    const owner = sql`owner_id = ${project.environment.id} and kind = 'activity_logs'`
    await run(sql`update streams set last_seq = 20, last_hash = (
      select hash from activity_logs where ${own()} and seq = 20) where ${owner}`)
    expect((await verify()).problem).toBe('Entries 21 to 25 were added after the head.')
    await run(sql`delete from streams where ${owner}`)
    expect((await verify()).problem).toBe('The head of the log was removed.')
  })

  /** A store in which something happens right after the first page of a log was read. */
  const afterFirstPage = (happen: () => Promise<unknown>) => {
    let isFirst = true
    return service.deps.store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst && result.rows.length === 10 && 'hash' in (result.rows[0] ?? {})) {
          isFirst = false
          await happen()
        }
        return result
      },
    })
  }
  const owners = () => [{ kind: 'activity_logs' as const, ownerId: project.environment.id }]

  itMeanwhile('holds nobody up who writes meanwhile, and follows what they wrote', async () => {
    const db = afterFirstPage(() => write(12))
    const [report] = await verifyLogs(db, { owners: owners(), pageSize: 10 })
    expect(report).toMatchObject({ rows: COUNT + 12, lastSeq: COUNT + 12 })
    expect(report).not.toHaveProperty('problem')
  })

  itMeanwhile('does not take for a gap what retention removes meanwhile', async () => {
    const cutoff = '2024-05-06T07:08:18.500000Z'
    const [owner] = owners()
    if (!owner) throw new Error('there is no log')
    const task = { owner, cutoff, folder: archiveFolder(service.config), fileRows: 100 }
    const db = afterFirstPage(async () => {
      await archiveNext(service.deps.store.db, task)
      await deleteArchived(service.deps.store.db, owner.kind, owner.ownerId)
    })
    const [report] = await verifyLogs(db, { owners: owners(), pageSize: 10 })
    expect(report).toMatchObject({ archivedRows: 19, rows: 6, firstSeq: 20, lastSeq: COUNT })
    expect(report).not.toHaveProperty('problem')
  })

  it('tells how far it is, and stops between two pages', async () => {
    const stopping = new AbortController()
    const counts: number[] = []
    const followed = (count: number) => {
      counts.push(count)
      if (counts.length === 2) stopping.abort(new Error('enough'))
    }
    const settings = { owners: owners(), pageSize: 10, followed, signal: stopping.signal }
    await expect(verifyLogs(service.deps.store.db, settings)).rejects.toThrow('enough')
    expect(counts).toEqual([10, 10])
  })

  describe('with an anchor kept outside', () => {
    let anchor: Anchor

    beforeEach(async () => {
      const { kind, ownerId, lastSeq, headHash } = await verify()
      anchor = { kind, ownerId, seq: lastSeq, hash: headHash }
    })

    it('accepts a log that only grew', async () => {
      await write(5)
      expect(await verify([anchor])).not.toHaveProperty('problem')
    })

    it('notices a log that was rewritten whole', async () => {
      await erase()
      await write(COUNT)
      expect(await verify()).not.toHaveProperty('problem')
      expect((await verify([anchor])).problem).toBe(
        'The log was rewritten: it differs from the anchor that was kept outside (entry 25).',
      )
    })

    it('notices a log that was cut off together with its head', async () => {
      await erase()
      await write(4)
      expect((await verify([anchor])).problem).toBe('Entries 5 to 25 were removed from the end.')
    })

    it('notices a log of which nothing is left', async () => {
      await erase()
      expect((await verify([anchor])).problem).toBe('Entries 1 to 25 were removed from the end.')
    })

    const erase = async () => {
      await run(sql`delete from activity_logs where ${own()}`)
      await run(sql`delete from streams where owner_id = ${project.environment.id}
        and kind = 'activity_logs'`)
    }
  })
})
