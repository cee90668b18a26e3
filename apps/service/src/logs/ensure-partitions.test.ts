import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { writeActivityLogs } from '../features/activity-logs/write-activity-logs.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { ensurePartitions } from './ensure-partitions.js'
import { findMonth, monthOfPartition, partitionName } from './months.js'
import { verifyLogs } from './verify-logs.js'

const postgresUrl = inject('postgresUrl')

describe.each(['PostgreSQL', 'embedded'])('partitions on %s', kind => {
  const isAbsent = kind !== 'embedded' && !postgresUrl
  let service: TestService

  beforeAll(async () => {
    if (!isAbsent) service = await startTestService(kind === 'embedded' ? undefined : postgresUrl)
  })
  afterAll(() => service?.stop())

  const tables = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent in ('activity_logs'::regclass, 'admin_logs'::regclass)
      order by relname`.execute(service.deps.store.db)
    return rows.map(row => row.name)
  }
  const count = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)}`.execute(service.deps.store.db)
    return rows[0]?.count
  }

  it.skipIf(isAbsent)(
    'are made for a month and the two after it, over the turn of a year',
    async () => {
      await ensurePartitions(service.deps.store.db, new Date('2031-11-30T23:59:59Z'))
      const made = (await tables()).filter(name => /_203[12]_/.test(name))
      expect(made).toEqual([
        'activity_logs_2031_11',
        'activity_logs_2031_12',
        'activity_logs_2032_01',
        'admin_logs_2031_11',
        'admin_logs_2031_12',
        'admin_logs_2032_01',
      ])
    },
  )

  it.skipIf(isAbsent)('are made once by several callers at the same moment', async () => {
    const { db } = service.deps.store
    const now = new Date('2033-05-05')
    await Promise.all(Array.from({ length: 8 }, () => ensurePartitions(db, now)))
    expect((await tables()).filter(name => name.includes('_2033_'))).toHaveLength(6)
  })

  it.skipIf(isAbsent)('take over what was written before they were made', async () => {
    const { db } = service.deps.store
    const now = new Date()
    const name = partitionName('activity_logs', findMonth(now.toISOString()))
    await sql.raw(`drop table ${name}`).execute(db)
    const project = await createSeed(service.deps.store).project()
    const write = () =>
      db.transaction().execute(transaction =>
        writeActivityLogs(
          transaction,
          { id: project.environment.id, projectId: project.id },
          Array.from({ length: 10 }, () => ({
            type: 'read' as const,
            action: 'index' as const,
            userId: project.admin.id,
          })),
        ),
      )
    expect(await write()).toMatchObject({ written: 10, repeated: 0 })
    expect(await count('activity_logs_default')).toBe(10)
    await ensurePartitions(db, now)
    expect([await count('activity_logs_default'), await count(name)]).toEqual([0, 10])
    await write()
    expect([await count('activity_logs_default'), await count(name)]).toEqual([0, 20])
    expect((await verifyLogs(db)).filter(stream => stream.problem)).toEqual([])
  })

  it.skipIf(isAbsent)('have the indexes of their table', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pg_indexes
      where schemaname = 'service' and tablename in ('activity_logs', 'activity_logs_2031_12')
      group by tablename`.execute(service.deps.store.db)
    expect(rows[0]).toEqual(rows[1])
  })
})

describe('months', () => {
  it('are read back from the names of partitions', () => {
    const month = findMonth('2026-02-10T08:00:00.000000Z')
    expect(month).toEqual({
      from: '2026-02-01T00:00:00.000000Z',
      until: '2026-03-01T00:00:00.000000Z',
    })
    expect(monthOfPartition(partitionName('admin_logs', month))).toEqual(month)
    expect(monthOfPartition('admin_logs_default')).toBeUndefined()
  })
})
