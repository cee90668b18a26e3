import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backup } from '../../cli/backup.js'
import { verifyLogs } from '../../logs/verify-logs.js'
import { captureIo } from '../../testing/capture-io.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { type FixtureCopy, type LoadedFixture, loadFixture } from '../../testing/open-fixture.js'
import { readColumns, readContent } from '../../testing/read-content.js'
import { toVariables } from '../../testing/service-process.js'
import { upgradeFixtures } from '../../testing/upgrade-fixtures.js'
import { checkBackup } from '../backup/read-backup.js'
import { restoreBackup } from '../backup/restore-backup.js'
import { listMigrations } from '../list-migrations.js'
import { migrate } from '../migrate.js'
import { migrations } from '../migrations/index.js'
import type { Store } from '../open-store.js'

const DAMAGES = chooseRounds(4, 15)

onEachStoreInLongRuns('a backup', postgresUrl => {
  /** The short run restores the oldest one. */
  const fixtures = isLongRun ? upgradeFixtures : upgradeFixtures.slice(0, 1)

  describe.each(fixtures.map(fixture => [fixture.version, fixture] as const))(
    'of %s',
    (_version, fixture) => {
      let folder: string
      let loaded: LoadedFixture
      let copy: FixtureCopy
      let store: Store

      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'service-older-backup-'))
        loaded = await loadFixture(fixture, postgresUrl)
        copy = await loaded.copy()
        store = await copy.open()
      })
      afterAll(async () => {
        await store?.close()
        await copy?.drop()
        await loaded?.drop()
        await rm(folder, { recursive: true, force: true })
      })
      const readStore = async () => readContent(store.db, await readColumns(store.db))

      it('is made by this version without a migration', async () => {
        const file = join(folder, 'again.gz')
        const before = await readStore()
        await store.close()
        await backup(file, {}, captureIo(toVariables(copy.config)))
        store = await copy.open()
        expect((await checkBackup(file)).migrations).toEqual(Object.keys(fixture.migrations))
        expect(await listMigrations(store.db)).toEqual(Object.keys(fixture.migrations))
        expect(await readStore()).toEqual(before)
      })

      it('is restored into the same rows as an upgrade gives', async () => {
        await restoreBackup(store, fixture.backupFile, { force: true })
        const restored = await readStore()
        expect(await listMigrations(store.db)).toEqual(Object.keys(migrations))
        expect((await verifyLogs(store.db)).filter(({ problem }) => problem)).toEqual([])

        const other = await loaded.copy()
        const upgraded = await other.open()
        try {
          await migrate(upgraded)
          expect(restored).toEqual(await readContent(upgraded.db, await readColumns(upgraded.db)))
        } finally {
          await upgraded.close()
          await other.drop()
        }
      })

      it(`is refused when a byte is wrong or missing, and nothing is lost (seed ${fuzzSeed})`, async () => {
        const random = createRandom(fuzzSeed)
        const whole = await readFile(fixture.backupFile)
        const before = await readStore()
        const file = join(folder, 'damaged.gz')
        for (let round = 0; round < DAMAGES; round++) {
          const at = random.between(20, whole.length - 10)
          const damaged = round % 2 === 0 ? whole.subarray(0, at) : Buffer.from(whole)
          if (round % 2 === 1) damaged[at] = (damaged[at] ?? 0) ^ (1 << random.between(0, 7))
          await writeFile(file, damaged)
          await expect(restoreBackup(store, file, { force: true }), `byte ${at}`).rejects.toThrow(
            'damaged.gz cannot be restored: ',
          )
        }
        expect(await readStore()).toEqual(before)
      })
    },
  )
})
