import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { startTestService } from '../testing/start-test-service.js'
import { ensureLogIndexes } from './ensure-log-indexes.js'
import { ensurePartitions } from './ensure-partitions.js'

onEachStoreInLongRuns('ensureLogIndexes', url => {
  it('gives every partition its index, also one that is created later', async () => {
    const service = await startTestService(url)
    const { db } = service.deps.store
    try {
      const { rows: before } = await sql`
        select from pg_indexes where indexname = 'activity_logs_failed'`.execute(db)
      expect(before).toEqual([])
      await ensureLogIndexes(db)
      await ensurePartitions(db, new Date('2031-05-01'))
      await ensureLogIndexes(db)
      const { rows } = await sql<{ name: string; indexes: number }>`
        select partition.relname as name, (
          select count(*) from pg_index where indrelid = partition.oid and indisvalid
            and pg_get_expr(indpred, indrelid) like '%(failed)%') as indexes
        from pg_inherits join pg_class partition on partition.oid = inhrelid
        where inhparent = 'activity_logs'::regclass order by name`.execute(db)
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['activity_logs_2031_05', 'activity_logs_default']),
      )
      for (const row of rows) expect(row).toEqual({ name: row.name, indexes: 1 })
      const { rows: valid } = await sql`
        select indisvalid from pg_index
        where indexrelid in ('activity_logs_failed'::regclass, 'activity_logs_of_record'::regclass)`.execute(
        db,
      )
      expect(valid).toEqual([{ indisvalid: true }, { indisvalid: true }])
    } finally {
      await service.stop()
    }
  })
})
