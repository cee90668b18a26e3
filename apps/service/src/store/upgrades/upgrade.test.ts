import { isLongRun } from '@service/test-support'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureLogIndexes } from '../../logs/ensure-log-indexes.js'
import { verifyLogs } from '../../logs/verify-logs.js'
import { startService } from '../../start-service.js'
import { describeSchema } from '../../testing/describe-schema.js'
import { expectAnswers } from '../../testing/expect-answers.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { type FixtureCopy, type LoadedFixture, loadFixture } from '../../testing/open-fixture.js'
import { readColumns, readContent } from '../../testing/read-content.js'
import { startTestService } from '../../testing/start-test-service.js'
import { upgradeFixtures } from '../../testing/upgrade-fixtures.js'
import { migrate } from '../migrate.js'
import { migrations } from '../migrations/index.js'

const log = pino({ level: 'silent' })

onEachStoreInLongRuns('an upgrade', postgresUrl => {
  /** The short run upgrades the oldest one. */
  const fixtures = isLongRun ? upgradeFixtures : upgradeFixtures.slice(0, 1)
  let freshSchema: readonly string[]

  beforeAll(async () => {
    const fresh = await startTestService(postgresUrl)
    await ensureLogIndexes(fresh.deps.store.db)
    freshSchema = await describeSchema(fresh.deps.store.db)
    await fresh.stop()
  })

  describe.each(fixtures.map(fixture => [fixture.version, fixture] as const))(
    'from %s',
    (_version, fixture) => {
      let loaded: LoadedFixture
      let copy: FixtureCopy

      beforeAll(async () => {
        loaded = await loadFixture(fixture, postgresUrl)
        copy = await loaded.copy()
      })
      afterAll(async () => {
        await copy?.drop()
        await loaded?.drop()
      })

      it('gives the schema of a new database, keeps every row, and is done once', async () => {
        const store = await copy.open()
        try {
          const columns = await readColumns(store.db)
          const before = await readContent(store.db, columns)
          expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

          const pending = Object.keys(migrations).filter(name => !(name in fixture.migrations))
          expect(await migrate(store)).toEqual(pending)
          expect(await migrate(store)).toEqual([])
          await ensureLogIndexes(store.db)
          await ensureLogIndexes(store.db)

          expect(await describeSchema(store.db)).toEqual(freshSchema)
          expect(await readContent(store.db, columns)).toEqual(before)
          const logs = await verifyLogs(store.db)
          expect(logs.filter(({ problem }) => problem)).toEqual([])
          expect(logs.map(({ kind, rows }) => [kind, rows > 0])).toContainEqual([
            'activity_logs',
            true,
          ])
        } finally {
          await store.close()
        }
      })

      it('leaves a service that reads everything, lets everybody in and writes', async () => {
        const service = await startService(copy.config, log)
        try {
          await expectAnswers(service.url, fixture)
        } finally {
          await service.stop()
        }
      })
    },
  )
})
